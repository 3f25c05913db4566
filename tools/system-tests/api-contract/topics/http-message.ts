import { type ContractApi, chunked, expectError, header, rawRequest } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';
import { sendRaw } from '../send-raw.ts';

const animal = '{"name":"Rex","categoryId":1}';
const host = 'Host: localhost';
const long = 'x'.repeat(20_000);
const tlsHello = `\u0016\u0003\u0001\u0000\u00a5\u0001\u0000\u0000\u00a1\u0003\u0003${'Z'.repeat(160)}`;

const line = (first: string): string => rawRequest(first, [host]);
const lines = (...headers: readonly string[]): string => rawRequest('GET /v1/pets HTTP/1.1', [host, ...headers]);
// In a request, {credentials} becomes those of the service.
const post = (body: string, ...headers: readonly string[]): string =>
  rawRequest(
    'POST /v1/pets HTTP/1.1',
    [host, 'Authorization: {credentials}', 'Content-Type: application/json', ...headers],
    body,
  );
const chunks = (body: string): string => post(body, 'Transfer-Encoding: chunked');

/** Messages that are not well-formed HTTP/1.1, and other protocols. The parser of Node.js has more such tests. */
const refused: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '400 invalid_request': {
    'an unknown method': line('FOO /v1/pets HTTP/1.1'),
    'a target without a slash': line('GET v1/pets HTTP/1.1'),
    'a control character in the target': line('GET /v1/pets\u0000 HTTP/1.1'),
    'raw UTF-8 in the target': line('GET /v1/\u00e7\u008c\u00ab HTTP/1.1'),
    'a fragment in the target': line('GET /v1/pets#x HTTP/1.1'),
    'an unknown version': line('GET /v1/pets HTTP/1.2'),
    'HTTP/0.9': 'GET /v1/pets\r\n\r\n',
    'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    RTSP: 'DESCRIBE rtsp://localhost/v1/pets RTSP/1.0\r\nCSeq: 1\r\n\r\n',
    TLS: tlsHello,
    'a megabyte of one letter': 'A'.repeat(1_000_000),
    'a header without a colon': lines('no colon'),
    'a space before a colon': lines('name : x'),
    'a folded header': lines('X-A: a', ' b'),
    'a control character in a header': lines('X-A: a\u0000b'),
    'a line feed alone': lines('X-A: a\nX-B: b'),
    'no Host': rawRequest('GET /v1/pets HTTP/1.1', []),
    'two Hosts': lines(host),
    'a malformed Host': rawRequest('GET /v1/pets HTTP/1.1', ['Host: a b']),
    'a length with a sign': post(animal, 'Content-Length: +29'),
    'two lengths': post(animal, 'Content-Length: 29', 'Content-Length: 28'),
    'a length and chunks': post(chunked(animal), 'Content-Length: 29', 'Transfer-Encoding: chunked'),
    'another transfer coding': post(chunked(animal), 'Transfer-Encoding: gzip, chunked'),
    'another transfer coding alone': post(animal, 'Transfer-Encoding: gzip'),
    'two transfer codings': post(chunked(animal), 'Transfer-Encoding: gzip', 'Transfer-Encoding: chunked'),
    'chunks with HTTP/1.0': rawRequest('POST /v1/pets HTTP/1.0', ['Transfer-Encoding: chunked'], chunked(animal)),
    'a chunk whose size is no number': chunks(`zz\r\n${animal}\r\n0\r\n\r\n`),
    'a chunk that is longer than its size': chunks(`1c\r\n${animal}\r\n0\r\n\r\n`),
    'a bad chunk after a good one': chunks(`1d\r\n${animal}\r\nzz\r\n\r\n`),
  },
  '431 headers_too_large': {
    'a header of 20,000 bytes': lines(`X-Long: ${long}`),
    'headers of 40,000 bytes together': lines(...Array.from({ length: 40 }, (_, n) => `X-${n}: ${long.slice(-1_000)}`)),
    'a path of 20,000 bytes': line(`GET /v1/${long} HTTP/1.1`),
  },
  '417 expectation_failed': { 'an unknown expectation': lines('Expect: x100-continuex') },
};

/** Doubtful messages that are accepted, and the `Connection` of their responses. */
const accepted: Readonly<Record<string, readonly [connection: string, line: string, ...headers: readonly string[]]>> = {
  'HTTP/1.0 with Host': ['close', 'GET /v1/pets?limit=1 HTTP/1.0', host],
  'HTTP/1.0 without Host': ['close', 'GET /v1/pets?limit=1 HTTP/1.0'],
  'a request to close': ['close', 'GET /v1/pets?limit=1 HTTP/1.1', host, 'Connection: close'],
  '100-continue in capitals': ['close', 'GET /v1/pets?limit=1 HTTP/1.1', host, 'Expect: 100-CONTINUE'],
  'an upgrade': ['close', 'GET /v1/pets?limit=1 HTTP/1.1', host, 'Connection: Upgrade', 'Upgrade: websocket'],
  'an empty line before': ['keep-alive', '\r\nGET /v1/pets?limit=1 HTTP/1.1', host],
  'any case and white space': ['keep-alive', 'GET /v1/pets?limit=1 HTTP/1.1', 'hOST:\t localhost \t'],
};

/** HTTP messages: a malformed one gets one response in JSON, and nothing after it is read. */
export const describeHttpMessage = (api: ContractApi): void => {
  describe('HTTP messages', () => {
    describe.each(Object.entries(refused))('%s', (error, messages) => {
      const [status, code = ''] = error.split(' ');
      it.each(Object.entries(messages))('refuses %s, and nothing after it is read', async (_, bytes) => {
        const connection = await api.connect();
        connection.send(bytes.replace('{credentials}', api.credentials()) + lines());
        connection.end();
        const [response, ...others] = await connection.readResponsesUntilClosed();
        if (response === undefined) throw new Error('There is no response');
        expectError(response, Number(status), code);
        expect([header(response, 'connection'), others]).toEqual(['close', []]);
      });
    });

    it.each(Object.entries(accepted))('accepts %s', async (_, [expected, first, ...headers]) => {
      const access = `AUTHORIZATION: ${api.credentials()}`;
      const { connection, response } = await sendRaw(api, first, [...headers, access]);
      expect([response.status, header(response, 'connection')]).toEqual([200, expected]);
      if (expected === 'close') expect(await connection.closed()).toBe('');
      else expect(connection.isClosed()).toBe(false);
    });
  });
};
