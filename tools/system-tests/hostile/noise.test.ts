import { rawRequest } from '@animal-store/testkit/http';
import { describe, expect, it } from 'vitest';
import { useHostileService } from './hostile-service.ts';

const tlsHello = Buffer.from(
  `16030100a5010000a10303${'5a'.repeat(32)}20${'a5'.repeat(32)}000813021303130100ff01000050${'00'.repeat(80)}`,
  'hex',
);

/** Bytes of other protocols, and doubtful requests: they get one response in JSON, and the connection ends. */
const noise: readonly (readonly [what: string, status: number, bytes: string | Uint8Array])[] = [
  ['a TLS hello', 400, tlsHello],
  ['an HTTP/2 preface', 400, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an HTTP/0.9 request', 400, 'GET /v1/pets\r\n\r\n'],
  ['an RTSP request', 400, 'DESCRIBE rtsp://localhost/v1/pets RTSP/1.0\r\nCSeq: 1\r\n\r\n'],
  ['an asterisk', 404, 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['CONNECT to a host', 404, 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n'],
  [
    'CONNECT and bytes for the tunnel',
    404,
    Buffer.concat([Buffer.from('CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n'), tlsHello]),
  ],
  ['line feeds alone', 400, 'GET /v1/pets HTTP/1.1\nHost: localhost\n\n'],
  ['a folded header', 400, 'GET /v1/pets HTTP/1.1\r\nHost: localhost\r\nX-A: a\r\n b\r\n\r\n'],
  ['a target with raw UTF-8', 400, Buffer.from('GET /v1/猫 HTTP/1.1\r\nHost: localhost\r\n\r\n')],
  ['an absolute target without a path', 404, 'GET http://localhost HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['an absolute target of another scheme', 404, 'GET file:///etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ['chunks with HTTP/1.0', 400, 'POST /v1/pets HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  [
    'a chunk extension of 20,000 bytes',
    401,
    `POST /v1/pets HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\nx\r\n0\r\n\r\n`,
  ],
  [
    'trailers of 20,000 bytes',
    401,
    `POST /v1/pets HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
  ],
  ['2,500 headers', 401, `GET /v1/pets HTTP/1.1\r\nHost: a\r\n${'a:\r\n'.repeat(2_500)}\r\n`],
  ['a megabyte of one letter', 400, 'A'.repeat(1_000_000)],
  ['a method of 10,000 letters', 400, `${'G'.repeat(10_000)} / HTTP/1.1\r\n\r\n`],
];

/**
 * Bytes that are not a request to this service, or a doubtful one: they never cause a hang, a failure or a response
 * that is not JSON.
 */
const api = useHostileService();
describe('noise', () => {
  it.each(noise)('survives %s with %d', async (_, status, bytes) => {
    const connection = await api.connect();
    connection.send(bytes);
    connection.end();
    const responses = await connection.readResponsesUntilClosed();
    expect(responses.map((response) => response.status)).toEqual([status]);
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
      if (target !== '/livez?/v1/pets') expect(response?.status, target).toBeGreaterThanOrEqual(400);
    }
  });
});
