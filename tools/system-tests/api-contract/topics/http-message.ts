import { expectAdded } from '@animal-store/testkit/animals';
import {
  type ContractApi,
  contentLength,
  expectError,
  header,
  type RawConnection,
  rawRequest,
} from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';

const brokenLines = [
  ...['FOO /v1/pets HTTP/1.1', 'get /v1/pets HTTP/1.1', ' GET /v1/pets HTTP/1.1', 'GET/v1/pets HTTP/1.1', 'GET'],
  ...['GET /v1/pets ', 'GET /v1/pets HTTP', 'GET /v1/pets HTTP/1.2', 'GET /v1/pets HTTP/3.0'],
  ...['GET /v1/pets HTTP/1.10', 'GET /v1/pets http/1.1', 'GET /v1/pets HTTPS/1.1', 'GET /v1/pets /v1/pets HTTP/1.1'],
  ...['GET v1/pets HTTP/1.1', 'GET /v1/pets\u0000 HTTP/1.1', 'GET /v1/\u007fpets HTTP/1.1'],
  ...['\u0000GET /v1/pets HTTP/1.1', 'HTTP/1.1 200 OK', '{"name":"Rex","categoryId":1}'],
  ...['\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003', '*1\r\n$4\r\nPING'],
];

const brokenHeaders = [
  ...['no colon', ': no name', 'two words: x', 'name : x', ' folded: x', 'na\u0000me: x', 'na\u007fme: x'],
  ...['n\u00e4me: x', 'na(me): x', 'na"me: x', 'X-Test: a\u0000b', 'X-Test: a\u0001b', 'X-Test: a\u007fb'],
  ...['X-Test: a\rb', 'X-Test: a\nb'],
];

/** Malformed HTTP messages get one response in JSON, and the connection is closed. */
export const describeHttpMessage = (api: ContractApi): void => {
  const sent = async (bytes: string): Promise<RawConnection> => {
    const connection = await api.connect();
    connection.send(bytes);
    return connection;
  };
  const access = (): string => `Authorization: ${api.credentials()}`;
  const refusedAndClosed = async (bytes: string, status = 400, code = 'invalid_request'): Promise<void> => {
    const connection = await sent(bytes);
    const response = await connection.readResponse();
    expectError(response, status, code);
    expect(header(response, 'connection')).toBe('close');
    expect(await connection.closed()).toBe('');
  };

  describe('HTTP messages', () => {
    it.each(brokenLines.map((line) => [JSON.stringify(line), line]))('refuses the request line %s', (_, line) =>
      refusedAndClosed(rawRequest(line, ['Host: localhost', access()])),
    );

    it.each(brokenHeaders.map((line) => [JSON.stringify(line), line]))('refuses the header line %s', (_, line) =>
      refusedAndClosed(rawRequest('GET /v1/pets HTTP/1.1', ['Host: localhost', access(), line, 'X-Other: y'])),
    );

    it('refuses a request without Host', async () => {
      for (const line of [
        'GET /v1/pets HTTP/1.1',
        'GET /v1/pets/1 HTTP/1.1',
        'MKCALENDAR /v1/pets HTTP/1.1',
        'GET http://localhost/v1/pets HTTP/1.1',
      ]) {
        const connection = await sent(rawRequest(line, [access()]));
        expect(expectError(await connection.readResponse(), 400, 'invalid_request')).toMatch(/\bhost\b/i);
      }
    });

    it('refuses a request with two Hosts', async () => {
      for (const hosts of [
        ['a', 'b'],
        ['localhost', 'localhost'],
        ['localhost', ''],
      ]) {
        const lines = hosts.map((host) => `Host: ${host}`);
        const connection = await sent(rawRequest('GET /v1/pets HTTP/1.1', [...lines, access()]));
        expect(expectError(await connection.readResponse(), 400, 'invalid_request')).toMatch(/\bhost\b/i);
      }
    });

    it.each([
      ['one header of 20,000 bytes', '/v1/pets', [`X-Long: ${'x'.repeat(20_000)}`]],
      ['a name of 20,000 bytes', '/v1/pets', [`${'x'.repeat(20_000)}: 1`]],
      [
        'headers of 40,000 bytes together',
        '/v1/pets',
        Array.from({ length: 40 }, (_, n) => `X-${n}: ${'x'.repeat(1_000)}`),
      ],
      ['a target of 20,000 bytes', `/v1/pets?${'x'.repeat(20_000)}`, []],
      ['a path of 20,000 bytes', `/v1/${'x'.repeat(20_000)}`, []],
      ['a cookie of 70,000 bytes', '/v1/pets', [`Cookie: ${'x'.repeat(70_000)}`]],
    ])('refuses %s', (_, target, headers) =>
      refusedAndClosed(
        rawRequest(`GET ${target} HTTP/1.1`, ['Host: localhost', access(), ...headers]),
        431,
        'headers_too_large',
      ),
    );

    it('accepts HTTP/1.0, with and without Host, and closes', async () => {
      for (const host of [[], ['Host: localhost']]) {
        const connection = await sent(rawRequest('GET /v1/pets?limit=1 HTTP/1.0', [...host, access()]));
        const response = await connection.readResponse();
        expect([response.status, header(response, 'connection')]).toEqual([200, 'close']);
        expect(await connection.closed()).toBe('');
      }
      const body = '{"name":"Rex","categoryId":1}';
      const headers = [access(), 'Content-Type: application/json', contentLength(body)];
      const connection = await sent(rawRequest('POST /v1/pets HTTP/1.0', headers, body));
      expectAdded(await connection.readResponse({ method: 'POST', target: '/v1/pets' }));
    });

    it('requires a key on HTTP/1.0', async () => {
      const connection = await sent(rawRequest('GET /v1/pets HTTP/1.0', []));
      expectError(await connection.readResponse(), 401, 'unauthorized');
      expect(await connection.closed()).toBe('');
    });

    it('closes the connection if requested, and keeps it open otherwise', async () => {
      const closing = await sent(
        rawRequest('GET /v1/pets?limit=1 HTTP/1.1', ['Host: localhost', access(), 'Connection: close']),
      );
      expect(header(await closing.readResponse(), 'connection')).toBe('close');
      expect(await closing.closed()).toBe('');

      const kept = await sent(rawRequest('GET /v1/pets?limit=1 HTTP/1.1', ['Host: localhost', access()]));
      expect(header(await kept.readResponse(), 'connection')).not.toBe('close');
      kept.send(rawRequest('GET /v1/nothing HTTP/1.1', ['Host: localhost', access()]));
      expect((await kept.readResponse()).status).toBe(404);
    });

    it('ignores an Upgrade', async () => {
      for (const upgrade of ['websocket', 'h2c', 'TLS/1.0']) {
        const headers = ['Host: localhost', access(), 'Connection: Upgrade', `Upgrade: ${upgrade}`];
        const connection = await sent(rawRequest('GET /v1/pets?limit=1 HTTP/1.1', headers));
        expect((await connection.readResponse()).status).toBe(200);
      }
    });

    it('accepts an empty line before a request', async () => {
      const connection = await sent(
        `\r\n${rawRequest('GET /v1/pets?limit=1 HTTP/1.1', ['Host: localhost', access()])}`,
      );
      expect((await connection.readResponse()).status).toBe(200);
    });
  });
};
