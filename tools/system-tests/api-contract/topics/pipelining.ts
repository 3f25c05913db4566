import { type ContractApi, chunked, contentLength, expectError, header, rawRequest } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';

const animal = '{"name":"Rex","categoryId":1}';

/** Several requests at once on one connection: each gets its response in its turn, whatever follows it. */
export const describePipelining = (api: ContractApi): void => {
  const host = 'Host: localhost';
  const access = (): string => `Authorization: ${api.credentials()}`;
  const post = (body: string, ...headers: readonly string[]): readonly [string, readonly string[], string] => [
    'POST /v1/pets',
    [host, access(), 'Content-Type: application/json', ...headers],
    body,
  ];

  /** Requests of every kind, with the statuses of their responses. */
  const kinds = (): readonly (readonly [number, line: string, headers: readonly string[], body?: string])[] => [
    [200, 'GET /v1/pets?limit=1', [host, access()]],
    [201, ...post(animal, contentLength(animal))],
    [404, 'GET /v1/nothing', [host, access()]],
    [200, 'HEAD /v1/pets?limit=1', [host, access()]],
    [201, ...post(chunked(animal), 'Transfer-Encoding: chunked')],
    [400, ...post('{', 'Content-Length: 1')],
    [401, 'GET /v1/pets', [host]],
    [405, 'MKCALENDAR /v1/pets', [host, access()]],
    [204, 'OPTIONS /v1/pets', [host, access()]],
    [404, 'GET /', [host]],
  ];

  // Each ends the connection, so nothing after it is read.
  const lasts: readonly (readonly [what: string, bytes: string, status: number, code: string])[] = [
    ['no HTTP', '\u0000\u0001 garbage \r\n\r\n', 400, 'invalid_request'],
    ['large headers', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    ['no Host', 'GET /v1/pets HTTP/1.1\r\n\r\n', 400, 'invalid_request'],
    ['an unknown Expect', `GET /v1/pets HTTP/1.1\r\n${host}\r\nExpect: x\r\n\r\n`, 417, 'expectation_failed'],
    ['CONNECT', `CONNECT /v1/pets HTTP/1.1\r\n${host}\r\n\r\n`, 401, 'unauthorized'],
    ['a request to close', `GET / HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`, 404, 'not_found'],
  ];

  describe('pipelining', () => {
    it.each(lasts)('gets the responses to all requests before %s', async (_, last, status, code) => {
      const connection = await api.connect();
      const requests = [...kinds(), ...kinds(), ...kinds()];
      const spelt = requests.map(([, line, headers, body], index) =>
        rawRequest(`${line} HTTP/1.1`, [...headers, `X-Request-Id: n-${index}`], body),
      );
      connection.send([...spelt, last, ...spelt].join(''));
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
