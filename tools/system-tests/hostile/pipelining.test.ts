import { chunked, contentLength, expectError, type HttpResponse, header, rawRequest } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';
import { useHostileService } from './hostile-service.ts';

const animal = '{"name":"Rex","categoryId":1}';

// Bytes that no HTTP parser accepts as a request, each with its response.
const broken: readonly (readonly [what: string, bytes: string, status: number])[] = [
  ['garbage', '\u0000\u0001\u0002\u0003 garbage \r\n\r\n', 400],
  ['an unknown method', 'FOO / HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
  ['an unknown version', 'GET / HTTP/3.0\r\nHost: localhost\r\n\r\n', 400],
  ['a broken header', 'GET / HTTP/1.1\r\nHost: localhost\r\nbroken\r\n\r\n', 400],
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
const kinds: readonly (readonly [method: string, status: number, spell: (id: string) => string])[] = [
  ['GET', 200, (id) => rawRequest('GET /v1/pets?limit=1 HTTP/1.1', head(id))],
  [
    'POST',
    201,
    (id) =>
      rawRequest('POST /v1/pets HTTP/1.1', head(id, 'Content-Type: application/json', contentLength(animal)), animal),
  ],
  ['GET', 404, (id) => rawRequest('GET /v1/nothing HTTP/1.1', head(id))],
  ['HEAD', 200, (id) => rawRequest('HEAD /v1/pets?limit=1 HTTP/1.1', head(id))],
  [
    'POST',
    201,
    (id) =>
      rawRequest(
        'POST /v1/pets HTTP/1.1',
        head(id, 'Content-Type: application/json', 'Transfer-Encoding: chunked'),
        chunked(animal),
      ),
  ],
  [
    'POST',
    400,
    (id) => rawRequest('POST /v1/pets HTTP/1.1', head(id, 'Content-Type: application/json', 'Content-Length: 1'), '{'),
  ],
  ['GET', 401, (id) => rawRequest('GET /v1/pets HTTP/1.1', ['Host: localhost', `X-Request-Id: ${id}`])],
  ['MKCALENDAR', 405, (id) => rawRequest('MKCALENDAR /v1/pets HTTP/1.1', head(id))],
  ['OPTIONS', 204, (id) => rawRequest('OPTIONS /v1/pets HTTP/1.1', head(id))],
  ['POST', 415, (id) => rawRequest('POST /v1/pets HTTP/1.1', head(id, 'Content-Length: 4'), 'text')],
  ['GET', 404, (id) => rawRequest('GET / HTTP/1.1', ['Host: localhost', `X-Request-Id: ${id}`])],
];
const idOf = (response: HttpResponse): string | undefined => header(response, 'x-request-id');

describe('pipelining', () => {
  it('responds to a hundred requests of every kind in their order', async () => {
    const connection = await api.connect();
    const requests = Array.from({ length: 110 }, (_, index) => kinds[index % kinds.length]).filter(
      (kind) => kind !== undefined,
    );
    connection.send(requests.map(([, , spell], index) => spell(`n-${index}`)).join(''));
    for (const [index, [method, status]] of requests.entries()) {
      const response = await connection.readResponse({ method });
      expect({ status: response.status, id: idOf(response) }).toEqual({ status, id: `n-${index}` });
    }
    expect(connection.isClosed()).toBe(false);
  });

  it.each(broken)('responds to all requests before %s in order, and then with the error', async (_, bytes, status) => {
    for (const count of [1, 2, 11]) {
      const connection = await api.connect();
      const requests = kinds.slice(0, count);
      connection.send(requests.map(([, , spell], index) => spell(`n-${index}`)).join('') + bytes);
      for (const [index, [method, expected]] of requests.entries()) {
        const response = await connection.readResponse({ method });
        expect({ status: response.status, id: idOf(response) }).toEqual({ status: expected, id: `n-${index}` });
      }
      const last = await connection.readResponse();
      expectError(last, status, status === 431 ? 'headers_too_large' : 'invalid_request');
      expect(header(last, 'connection')).toBe('close');
      expect(await connection.closed()).toBe('');
    }
  });

  it.each(kinds)('loses no response to %s (%i) if garbage follows at once', async (method, status, spell) => {
    for (let time = 0; time < 10; time += 1) {
      const connection = await api.connect();
      connection.send(`${spell(`t-${time}`)}\u0000garbage\r\n\r\n`);
      const response = await connection.readResponse({ method });
      expect({ status: response.status, id: idOf(response) }).toEqual({ status, id: `t-${time}` });
      expectError(await connection.readResponse(), 400, 'invalid_request');
      expect(await connection.closed()).toBe('');
    }
  });

  it('responds to the requests before one without Host, with an unknown Expect, or CONNECT', async () => {
    const followers: readonly (readonly [bytes: string, status: number])[] = [
      [rawRequest('GET /v1/pets HTTP/1.1', head('last').slice(1)), 400],
      [rawRequest('GET /v1/pets HTTP/1.1', head('last', 'Expect: foo')), 417],
      [rawRequest('CONNECT /v1/pets HTTP/1.1', head('last')), 405],
      [rawRequest('POST /v1/pets HTTP/1.1', head('last', 'Transfer-Encoding: gzip, chunked'), chunked(animal)), 400],
    ];
    for (const [bytes, status] of followers) {
      const connection = await api.connect();
      connection.send(
        kinds
          .slice(0, 2)
          .map(([, , spell], index) => spell(`n-${index}`))
          .join('') + bytes,
      );
      const statuses = [
        await connection.readResponse(),
        await connection.readResponse(),
        await connection.readResponse(),
      ].map((response) => response.status);
      expect(statuses).toEqual([200, 201, status]);
    }
  });

  it('reads nothing after a request that asks to close', async () => {
    const connection = await api.connect();
    const closing = rawRequest('GET /v1/pets?limit=1 HTTP/1.1', head('closing', 'Connection: close'));
    const post = kinds[1]?.[2]('after') ?? '';
    connection.send(closing + post);
    expect(idOf(await connection.readResponse())).toBe('closing');
    expect(await connection.closed()).toBe('');
  });

  it('responds to all requests of a client that has ended its half of the connection', async () => {
    const connection = await api.connect();
    const requests = kinds.slice(0, 5);
    connection.send(requests.map(([, , spell], index) => spell(`n-${index}`)).join(''));
    connection.end();
    for (const [method, status] of requests) expect((await connection.readResponse({ method })).status).toBe(status);
    expect(await connection.closed()).toBe('');
  });

  it('responds on many connections that pipeline at the same time', async () => {
    const oneClient = async (client: number): Promise<void> => {
      const connection = await api.connect();
      connection.send(kinds.map(([, , spell], index) => spell(`c${client}-${index}`)).join(''));
      for (const [index, [method, status]] of kinds.entries()) {
        const response = await connection.readResponse({ method });
        expect({ status: response.status, id: idOf(response) }).toEqual({ status, id: `c${client}-${index}` });
      }
    };
    await Promise.all(Array.from({ length: 30 }, (_, client) => oneClient(client)));
  });
});
