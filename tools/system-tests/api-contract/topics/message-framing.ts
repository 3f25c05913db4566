import { expectAdded } from '@animal-store/testkit/animals';
import { type ContractApi, chunked, expectError, header, rawRequest } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';

const animal = '{"name":"Rex","categoryId":1}';
const smuggled = 'GET /v1/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n';

const brokenLengths = [
  '',
  ...'-1 +29 29x x 0x1d 29.0'.split(' '),
  ...['2 9', '29,29', '29, 29', '1e1', '٢٩', '99999999999999999999999'],
];

// Framing headers that are contradictory or invalid, with a body that could be read in two ways.
const broken: readonly (readonly [what: string, headers: readonly string[], body: string])[] = [
  ['two equal lengths', ['Content-Length: 29', 'Content-Length: 29'], animal],
  ['two lengths', ['Content-Length: 29', 'Content-Length: 28'], animal],
  ['a length and chunks', ['Content-Length: 29', 'Transfer-Encoding: chunked'], chunked(animal) + smuggled],
  ['chunks and a length', ['Transfer-Encoding: chunked', 'Content-Length: 29'], chunked(animal) + smuggled],
  ['a length of 0 and chunks', ['Content-Length: 0', 'Transfer-Encoding: chunked'], chunked(animal)],
  ['gzip, chunked', ['Transfer-Encoding: gzip, chunked'], chunked(animal)],
  ['gzip and chunked in two headers', ['Transfer-Encoding: gzip', 'Transfer-Encoding: chunked'], chunked(animal)],
  ['chunked, gzip', ['Transfer-Encoding: chunked, gzip'], chunked(animal)],
  ['gzip alone', ['Transfer-Encoding: gzip'], animal],
  ['identity', ['Transfer-Encoding: identity'], animal],
  ['xchunked', ['Transfer-Encoding: xchunked'], chunked(animal)],
  ['chunkedx', ['Transfer-Encoding: chunkedx'], chunked(animal)],
  ['a space before the colon', ['Transfer-Encoding : chunked'], chunked(animal)],
  ['a length with a space before the colon', ['Content-Length : 29'], animal],
];

const brokenChunks: readonly (readonly [what: string, body: string])[] = [
  ['a size that is not a number', `zz\r\n${animal}\r\n0\r\n\r\n`],
  ['a negative size', `-1d\r\n${animal}\r\n0\r\n\r\n`],
  ['a size with 0x', `0x1d\r\n${animal}\r\n0\r\n\r\n`],
  ['an empty size', `\r\n${animal}\r\n0\r\n\r\n`],
  ['a size beyond 64 bits', `11111111111111111\r\n${animal}\r\n0\r\n\r\n`],
  ['a size that is too small', `1c\r\n${animal}\r\n0\r\n\r\n`],
  ['no line end after the data', `1d\r\n${animal}0\r\n\r\n`],
  ['a line feed alone after the size', `1d\n${animal}\r\n0\r\n\r\n`],
  ['a bad chunk after a good one', `1d\r\n${animal}\r\nzz\r\n\r\n`],
  ['a size of spaces', `  \r\n${animal}\r\n0\r\n\r\n`],
];

/** The end of a message: an ambiguous message is refused, and nothing after it is read. */
export const describeMessageFraming = (api: ContractApi): void => {
  const head = (...headers: readonly string[]): readonly string[] => [
    'Host: localhost',
    `Authorization: ${api.credentials()}`,
    'Content-Type: application/json',
    ...headers,
  ];
  const refusedAndClosed = async (headers: readonly string[], body: string): Promise<void> => {
    const connection = await api.connect();
    connection.send(rawRequest('POST /v1/pets HTTP/1.1', head(...headers), body));
    const response = await connection.readResponse({ method: 'POST', target: '/v1/pets' });
    expectError(response, 400, 'invalid_request');
    expect(header(response, 'connection')).toBe('close');
    expect(await connection.closed()).toBe('');
  };

  describe('framing of messages', () => {
    it.each(brokenLengths.map((length) => [JSON.stringify(length), length]))(
      'refuses Content-Length: %s',
      (_, length) => refusedAndClosed([`Content-Length: ${length}`], animal),
    );

    it.each(broken)('refuses %s', (_, headers, body) => refusedAndClosed(headers, body));

    it.each(brokenChunks)('refuses chunks with %s', (_, body) =>
      refusedAndClosed(['Transfer-Encoding: chunked'], body),
    );

    it('adds nothing from a body that breaks off in a bad chunk, at any time', async () => {
      const connection = await api.connect();
      connection.send(rawRequest('POST /v1/pets HTTP/1.1', head('Transfer-Encoding: chunked', 'Expect: 100-continue')));
      expect((await connection.readResponse({ method: 'POST', target: '/v1/pets' })).status).toBe(100);
      connection.send(`1d\r\n${animal}\r\n`);
      connection.send('zz\r\n\r\n');
      expectError(await connection.readResponse({ method: 'POST', target: '/v1/pets' }), 400, 'invalid_request');
      expect(await connection.closed()).toBe('');
    });

    it('sends one response to an unknown method or path with a bad body', async () => {
      for (const line of ['POST /v1/nothing HTTP/1.1', 'MKCALENDAR /v1/pets HTTP/1.1', 'POST /nothing HTTP/1.1']) {
        const connection = await api.connect();
        connection.send(rawRequest(line, head('Transfer-Encoding: chunked'), 'zz\r\n\r\n'));
        const responses = await connection.readResponsesUntilClosed();
        expect(responses.length, line).toBeGreaterThan(0);
        expect(responses.length, line).toBeLessThan(3);
        for (const { status } of responses) expect([400, 404, 405]).toContain(status);
      }
    });

    it('reads chunks with extensions, trailers and sizes in any spelling', async () => {
      const bodies = [
        `1d\r\n${animal}\r\n0\r\n\r\n`,
        `1D\r\n${animal}\r\n0\r\n\r\n`,
        `0000001d\r\n${animal}\r\n000\r\n\r\n`,
        `1d;name=value;other="text"\r\n${animal}\r\n0;last\r\n\r\n`,
        `1d\r\n${animal}\r\n0\r\nX-Trailer: 1\r\nX-Other: "5"\r\n\r\n`,
      ];
      for (const body of bodies) {
        const connection = await api.connect();
        connection.send(rawRequest('POST /v1/pets HTTP/1.1', head('Transfer-Encoding: chunked'), body));
        expectAdded(await connection.readResponse({ method: 'POST', target: '/v1/pets' }));
      }
    });
  });
};
