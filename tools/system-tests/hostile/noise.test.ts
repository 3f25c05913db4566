import { rawRequest } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';
import { useHostileService } from './hostile-service.ts';

const tlsHello = Buffer.from(
  `16030100a5010000a10303${'5a'.repeat(32)}20${'a5'.repeat(32)}000813021303130100ff01000050${'00'.repeat(80)}`,
  'hex',
);

/** Bytes of other protocols and random bytes: they get one response in JSON, or none, and the connection ends. */
const noise: readonly (readonly [what: string, bytes: string | Uint8Array])[] = [
  ['a TLS hello', tlsHello],
  ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an HTTP/0.9 request', 'GET /v1/pets\r\n\r\n'],
  ['an RTSP request', 'DESCRIBE rtsp://localhost/v1/pets RTSP/1.0\r\nCSeq: 1\r\n\r\n'],
  ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['CONNECT to a host', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n'],
  [
    'CONNECT and bytes for the tunnel',
    Buffer.concat([Buffer.from('CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n'), tlsHello]),
  ],
  ['line feeds alone', 'GET /v1/pets HTTP/1.1\nHost: localhost\n\n'],
  ['a folded header', 'GET /v1/pets HTTP/1.1\r\nHost: localhost\r\nX-A: a\r\n b\r\n\r\n'],
  ['a target with raw UTF-8', Buffer.from('GET /v1/猫 HTTP/1.1\r\nHost: localhost\r\n\r\n')],
  ['an absolute target without a path', 'GET http://localhost HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['an absolute target of another scheme', 'GET file:///etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['chunks with HTTP/1.0', 'POST /v1/pets HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  [
    'a chunk extension of 20,000 bytes',
    `POST /v1/pets HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\nx\r\n0\r\n\r\n`,
  ],
  [
    'trailers of 20,000 bytes',
    `POST /v1/pets HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
  ],
  ['2,500 headers', `GET /v1/pets HTTP/1.1\r\nHost: a\r\n${'a:\r\n'.repeat(2_500)}\r\n`],
  ['a megabyte of one letter', 'A'.repeat(1_000_000)],
  ['a method of 10,000 letters', `${'G'.repeat(10_000)} / HTTP/1.1\r\n\r\n`],
];

/**
 * Bytes that are not a request to this service, or a doubtful one: they never cause a hang, a failure or a response
 * that is not JSON.
 */
const api = useHostileService();
describe('noise', () => {
  it.each(noise)('survives %s', async (_, bytes) => {
    const connection = await api.connect();
    connection.send(bytes);
    connection.end();
    const responses = await connection.readResponsesUntilClosed();
    expect(responses.length).toBeLessThan(3);
    for (const { status } of responses) expect(status === 204 || status >= 400, `${status} without a key`).toBe(true);
  });

  it('requires a key with any spelling of the target', async () => {
    const targets = [
      ...'//v1/pets /\\v1/pets /v1\\pets /./v1/pets /v1/../v1/pets /%76%31/pets /%2e/v1/pets'.split(' '),
      ...'/v1/pets%3Flimit=1 /v1%2fpets http:///v1/pets HTTP://localhost/v1/pets http://v1/pets'.split(' '),
      ...'http://localhost//v1/pets /v1/pets/. /livez/../v1/pets /livez?/v1/pets /livez%2f..%2fv1%2fpets'.split(' '),
      '/readyz;/v1/pets',
    ];
    for (const target of targets) {
      const connection = await api.connect();
      connection.send(rawRequest(`GET ${target} HTTP/1.1`, ['Host: localhost', 'Connection: close']));
      connection.end();
      const [response, ...others] = await connection.readResponsesUntilClosed();
      expect(others).toEqual([]);
      if (target !== '/livez?/v1/pets') expect(response?.status ?? 400, target).toBeGreaterThanOrEqual(400);
    }
  });
});
