import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { contentLength, rawRequest } from '@animal-store/testkit/http';
import { makeApiKey } from '@animal-store/testkit/service';

/** A message with the secret in a place that no log may repeat. */
export interface HostileMessage {
  readonly what: string;
  readonly bytes: string;
  /** Whether the rest of the message is never sent. */
  readonly isHalf?: boolean;
}

export const secret = 'zqsecret';

/** A request, and what may come after it on the same connection. */
const get = (target: string, headers: readonly string[]): string =>
  rawRequest(`GET ${target} HTTP/1.1`, ['Host: localhost', 'Connection: close', ...headers]);

const post = (body: string, headers: readonly string[]): string =>
  rawRequest('POST /v1/pets HTTP/1.1', ['Host: localhost', 'Connection: close', contentLength(body), ...headers], body);

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** All of them, for a service that knows one API key. */
export const hostileMessages = (apiKey: string): readonly HostileMessage[] => {
  const bearer = `Authorization: Bearer ${apiKey}`;
  const json = [bearer, 'Content-Type: application/json'];
  const other = makeApiKey().replace(/_[a-z2-7]{8}_/, '_axolotl2_');
  const animal = `{"name":"${secret}","categoryId":1}`;
  const whole = gzipSync(animal);

  const headers: readonly (readonly [string, readonly string[]])[] = [
    ['a key of another scheme', [`Authorization: Basic ${secret}`]],
    ['an unknown key', [`Authorization: Bearer ${other}`]],
    ['a malformed key', [`Authorization: Bearer ask_${secret}`]],
    ['two keys', [bearer, `Authorization: Bearer ${secret}`]],
    ['a key in other headers', [`X-Api-Key: ${apiKey}`, `Cookie: key=${apiKey}`, `Proxy-Authorization: ${secret}`]],
    ['a malformed request id', [bearer, `X-Request-Id: ${secret} x`]],
    ['a key as the request id', [bearer, `X-Request-Id: ${apiKey}`]],
    ['more after a traceparent', [bearer, `traceparent: 00-${'a'.repeat(32)}-${'b'.repeat(16)}-01-${secret}`]],
    ['a browser', [bearer, `User-Agent: ${secret}`, `Referer: http://${secret}/`, `${secret}: x`]],
    ['an expectation', [bearer, `Expect: ${secret}`]],
  ];
  const targets: readonly (readonly [string, string])[] = [
    ['a query', `/v1/pets?limit=1&api_key=${apiKey}&x=${secret}`],
    ['a wrong limit', `/v1/pets?limit=${secret}`],
    ['a path', `/v1/${secret}/${apiKey}`],
    ['an id', `/v1/pets/${secret}`],
    ['an absolute target', `http://clerk:${secret}@localhost/v1/pets?${secret}`],
  ];
  const bodies: readonly (readonly [string, string, readonly string[]])[] = [
    ['an animal', animal, [...json, `Idempotency-Key: ${secret}`]],
    ['a malformed Idempotency-Key', animal, [...json, `Idempotency-Key: ${secret} ${secret}`]],
    ['malformed JSON', `{"name":"${secret}"`, json],
    ['unknown fields', `{"${secret}":"${secret}"}`, json],
    ['wrong types', `{"name":["${secret}"],"categoryId":"${secret}","status":"${secret}"}`, json],
    ['bytes that are not UTF-8', `{"name":"${secret}\xff","categoryId":1}`, json],
    ['another media type', animal, [bearer, `Content-Type: text/${secret}`]],
    ['another content coding', animal, [...json, `Content-Encoding: ${secret}`]],
    ['corrupt gzip', `${latin1(whole.subarray(0, 12))}${secret}`, [...json, 'Content-Encoding: gzip']],
  ];
  const broken: readonly (readonly [string, string])[] = [
    ['an unknown method', `${secret.toUpperCase()} / HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['a tunnel', `CONNECT ${secret}:443 HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['an unknown version', `GET /${secret} HTTP/${secret}\r\nHost: a\r\n\r\n`],
    ['garbage', `\0\x01 ${secret} ${apiKey}\r\n\r\n`],
    ['a broken header', `GET / HTTP/1.1\r\nHost: a\r\n${secret}\r\n\r\n`],
    ['headers too large', `GET / HTTP/1.1\r\nHost: a\r\nX: ${secret.repeat(4_000)}\r\n\r\n`],
    ['a wrong Host', `GET / HTTP/1.1\r\nHost: ${secret}/${secret}\r\n\r\n`],
    ['lines of the log', `GET /"}\r\n{"level":30,"msg":"${secret}"}\r\n\r\n`],
  ];
  const chunked = rawRequest('POST /v1/pets HTTP/1.1', ['Host: localhost', ...json, 'Transfer-Encoding: chunked']);
  const chunks: readonly (readonly [string, string])[] = [
    ['a broken chunk', `${chunked}${secret}\r\n`],
    ['a chunk extension', `${chunked}1;${secret.repeat(3_000)}\r\n`],
  ];

  const ordinary = [
    ...headers.map(([what, lines]) => ({ what, bytes: get('/v1/pets', lines) })),
    ...targets.map(([what, target]) => ({ what, bytes: get(target, [bearer]) })),
    ...bodies.map(([what, body, lines]) => ({ what, bytes: post(body, lines) })),
    ...chunks.map(([what, bytes]) => ({ what, bytes })),
  ];
  const refused = [
    ...broken.map(([what, bytes]) => ({ what, bytes })),
    { what: 'half a request', bytes: `GET /v1/pets?${secret}`, isHalf: true },
  ];
  const before = rawRequest('GET /v1/pets HTTP/1.1', ['Host: localhost', bearer]);
  const pipelined = refused.map((message) => ({
    ...message,
    what: `${message.what}, after a request`,
    bytes: before + message.bytes,
  }));
  return [...ordinary, ...refused, ...pipelined];
};

/** Sends a message on a connection of its own, and returns all that the service sends until it ends the connection. */
export const sendAndRead = (origin: string, { bytes, isHalf }: HostileMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    let text = '';
    socket.setEncoding('latin1').on('data', (read: string) => {
      text += read;
    });
    socket.on('error', reject);
    socket.on('end', () => {
      socket.end();
      resolve(text);
    });
    socket.write(bytes, 'latin1');
    if (isHalf) socket.end();
  });
