import { type ContractApi, chunked, contentLength, expectError, header, rawRequest } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';

const animal = '{"name":"Rex","categoryId":1}';
const host = 'Host: localhost';
const key = 'Authorization: {credentials}';
const json = [host, key, 'Content-Type: application/json'];

/** Requests of every kind, with the statuses of their responses. */
const kinds: readonly (readonly [status: number, line: string, headers: readonly string[], body?: string])[] = [
  [200, 'GET /v1/pets?limit=1', [host, key]],
  [201, 'POST /v1/pets', [...json, contentLength(animal)], animal],
  [404, 'GET /v1/nothing', [host, key]],
  [200, 'HEAD /v1/pets?limit=1', [host, key]],
  [201, 'POST /v1/pets', [...json, 'Transfer-Encoding: chunked'], chunked(animal)],
  [400, 'POST /v1/pets', [...json, 'Content-Length: 1'], '{'],
  [401, 'GET /v1/pets', [host]],
  [405, 'MKCALENDAR /v1/pets', [host, key]],
  [204, 'OPTIONS /v1/pets', [host, key]],
  [404, 'GET /', [host]],
];
const requests = [...kinds, ...kinds, ...kinds];

// Each ends the connection, so nothing after it is read.
const lasts: readonly (readonly [what: string, bytes: string, status: number, code: string])[] = [
  ['no HTTP', '\u0000\u0001 garbage \r\n\r\n', 400, 'invalid_request'],
  ['large headers', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ['no Host', 'GET /v1/pets HTTP/1.1\r\n\r\n', 400, 'invalid_request'],
  ['an unknown Expect', `GET /v1/pets HTTP/1.1\r\n${host}\r\nExpect: x\r\n\r\n`, 417, 'expectation_failed'],
  ['CONNECT', `CONNECT /v1/pets HTTP/1.1\r\n${host}\r\n\r\n`, 401, 'unauthorized'],
  ['a request to close', `GET / HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`, 404, 'not_found'],
];

/** Several requests at once on one connection: each gets its response in its turn, whatever follows it. */
export const describePipelining = (api: ContractApi): void => {
  describe('pipelining', () => {
    it.each(lasts)('gets the responses to all requests before %s', async (_, last, status, code) => {
      const connection = await api.connect();
      const spelt = requests.map(([, line, headers, body], index) =>
        rawRequest(`${line} HTTP/1.1`, [...headers, `X-Request-Id: n-${index}`], body),
      );
      connection.send([...spelt, last, ...spelt].join('').replaceAll('{credentials}', api.credentials()));
      for (const [index, [expected, line]] of requests.entries()) {
        const response = await connection.readResponse({ method: line.split(' ')[0] ?? '' });
        expect([response.status, header(response, 'x-request-id')]).toEqual([expected, `n-${index}`]);
      }
      const response = await connection.readResponse();
      expectError(response, status, code);
      expect([header(response, 'connection'), await connection.closed()]).toEqual(['close', '']);
    });
  });
};
