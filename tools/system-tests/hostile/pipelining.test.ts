import {
  chunked,
  contentLength,
  expectError,
  type HttpResponse,
  header,
  type RawConnection,
  rawRequest,
} from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';
import { useHostileService } from './hostile-service.ts';

const animal = '{"name":"Rex","categoryId":1}';

// Bytes that no HTTP parser accepts as a request, each with its response.
const broken: readonly (readonly [what: string, bytes: string, status: number])[] = [
  ['garbage', '\u0000\u0001\u0002\u0003 garbage \r\n\r\n', 400],
  ['headers that are too large', `GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx', 400],
];

/** Several requests at once on one connection: each gets its response in its turn, whatever follows it. */
const api = useHostileService();
const head = (id: string, ...more: readonly string[]): readonly string[] => [
  'Host: localhost',
  `Authorization: ${api.credentials()}`,
  `X-Request-Id: ${id}`,
  ...more,
];
const post = (id: string, body: string, ...headers: readonly string[]): string =>
  rawRequest('POST /v1/pets HTTP/1.1', head(id, 'Content-Type: application/json', ...headers), body);
const kinds: readonly (readonly [method: string, status: number, spell: (id: string) => string])[] = [
  ['GET', 200, (id) => rawRequest('GET /v1/pets?limit=1 HTTP/1.1', head(id))],
  ['POST', 201, (id) => post(id, animal, contentLength(animal))],
  ['GET', 404, (id) => rawRequest('GET /v1/nothing HTTP/1.1', head(id))],
  ['HEAD', 200, (id) => rawRequest('HEAD /v1/pets?limit=1 HTTP/1.1', head(id))],
  ['POST', 201, (id) => post(id, chunked(animal), 'Transfer-Encoding: chunked')],
  ['POST', 400, (id) => post(id, '{', 'Content-Length: 1')],
  ['GET', 401, (id) => rawRequest('GET /v1/pets HTTP/1.1', ['Host: localhost', `X-Request-Id: ${id}`])],
  ['MKCALENDAR', 405, (id) => rawRequest('MKCALENDAR /v1/pets HTTP/1.1', head(id))],
  ['OPTIONS', 204, (id) => rawRequest('OPTIONS /v1/pets HTTP/1.1', head(id))],
  ['POST', 415, (id) => rawRequest('POST /v1/pets HTTP/1.1', head(id, 'Content-Length: 4'), 'text')],
  ['GET', 404, (id) => rawRequest('GET / HTTP/1.1', ['Host: localhost', `X-Request-Id: ${id}`])],
];
const idOf = (response: HttpResponse): string | undefined => header(response, 'x-request-id');

/** Sends requests of all kinds with bytes after them, and expects their responses in order. */
const sendAll = async (count: number, after = ''): Promise<RawConnection> => {
  const connection = await api.connect();
  const requests = Array.from({ length: count }, (_, index) => kinds[index % kinds.length]).filter(
    (kind) => kind !== undefined,
  );
  connection.send(requests.map(([, , spell], index) => spell(`n-${index}`)).join('') + after);
  for (const [index, [method, status]] of requests.entries()) {
    const response = await connection.readResponse({ method });
    expect({ status: response.status, id: idOf(response) }).toEqual({ status, id: `n-${index}` });
  }
  return connection;
};

describe('pipelining', () => {
  it('responds to a hundred requests of every kind in their order', async () => {
    expect((await sendAll(10 * kinds.length)).isClosed()).toBe(false);
  });

  it.each(broken)('responds to all requests before %s in order, and then with the error', async (_, bytes, status) => {
    for (const count of [1, 2, kinds.length]) {
      const connection = await sendAll(count, bytes);
      const last = await connection.readResponse();
      expectError(last, status, status === 431 ? 'headers_too_large' : 'invalid_request');
      expect(header(last, 'connection')).toBe('close');
      expect(await connection.closed()).toBe('');
    }
  });

  it('responds to the requests before one without Host, with an unknown Expect, or CONNECT', async () => {
    const followers: readonly (readonly [bytes: string, status: number])[] = [
      [rawRequest('GET /v1/pets HTTP/1.1', head('last').slice(1)), 400],
      [rawRequest('GET /v1/pets HTTP/1.1', head('last', 'Expect: foo')), 417],
      [rawRequest('CONNECT /v1/pets HTTP/1.1', head('last')), 405],
      [post('last', chunked(animal), 'Transfer-Encoding: gzip, chunked'), 400],
    ];
    for (const [bytes, status] of followers) {
      expect((await (await sendAll(2, bytes)).readResponse()).status).toBe(status);
    }
  });

  it('reads nothing after a request that asks to close', async () => {
    const connection = await api.connect();
    const closing = rawRequest('GET /v1/pets?limit=1 HTTP/1.1', head('closing', 'Connection: close'));
    connection.send(closing + post('after', animal, contentLength(animal)));
    expect(idOf(await connection.readResponse())).toBe('closing');
    expect(await connection.closed()).toBe('');
  });
});
