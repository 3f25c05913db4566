import { connect, contentLength, rawRequest } from '@animal-store/testkit/http';
import { makeApiKey } from '@animal-store/testkit/service';

/** A message with the secret in a place that no log may repeat. */
type HostileMessage = readonly [what: string, bytes: string];

export const secret = 'zqsecret';

const get = (target: string, headers: readonly string[]): string =>
  rawRequest(`GET ${target} HTTP/1.1`, ['Host: localhost', 'Connection: close', ...headers]);

const post = (body: string, headers: readonly string[]): string =>
  rawRequest('POST /v1/pets HTTP/1.1', ['Host: localhost', 'Connection: close', contentLength(body), ...headers], body);

export const hostileMessages = (apiKey: string): readonly HostileMessage[] => {
  const bearer = `Authorization: Bearer ${apiKey}`;
  const json = [bearer, 'Content-Type: application/json'];
  const other = makeApiKey().replace(/_[a-z2-7]{8}_/, '_axolotl2_');
  const animal = `{"name":"${secret}","categoryId":1}`;
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const chunked = rawRequest('POST /v1/pets HTTP/1.1', ['Host: localhost', ...json, 'Transfer-Encoding: chunked']);
  const requests: readonly HostileMessage[] = [
    ['an unknown key', get('/v1/pets', [`Authorization: Bearer ${other}`])],
    ['two keys', get('/v1/pets', [bearer, `Authorization: Bearer ${secret}`])],
    ['a key in other headers', get('/v1/pets', [`X-Api-Key: ${apiKey}`, `Cookie: key=${apiKey}`])],
    ['a malformed request id', get('/v1/pets', [bearer, `X-Request-Id: ${secret} x`])],
    ['a key as the request id', get('/v1/pets', [bearer, `X-Request-Id: ${apiKey}`])],
    ['more after a traceparent', get('/v1/pets', [bearer, `traceparent: ${traceparent}-${secret}`])],
    ['the state of a trace', get('/v1/pets', [bearer, `traceparent: ${traceparent}`, `tracestate: a=${secret}`])],
    ['a browser', get('/v1/pets', [bearer, `User-Agent: ${secret}`, `Referer: http://${secret}/`, `${secret}: x`])],
    ['a query', get(`/v1/pets?limit=1&api_key=${apiKey}&x=${secret}`, [bearer])],
    ['a path', get(`/v1/${secret}/${apiKey}`, [bearer])],
    ['an absolute target', get(`http://clerk:${secret}@localhost/v1/pets?${secret}`, [bearer])],
    ['an animal', post(animal, [...json, `Idempotency-Key: ${secret}`])],
    ['a malformed Idempotency-Key', post(animal, [...json, `Idempotency-Key: ${secret} ${secret}`])],
    ['wrong types', post(`{"name":["${secret}"],"categoryId":"${secret}","status":"${secret}"}`, json)],
    ['bytes that are not UTF-8', post(`{"name":"${secret}\xff","categoryId":1}`, json)],
    ['a broken chunk', `${chunked}${secret}\r\n`],
    ['a chunk extension', `${chunked}1;${secret.repeat(3_000)}\r\n`],
  ];
  const refused: readonly HostileMessage[] = [
    ['an unknown method', `${secret.toUpperCase()} / HTTP/1.1\r\nHost: a\r\n\r\n`],
    ['an unknown version', `GET /${secret} HTTP/${secret}\r\nHost: a\r\n\r\n`],
    ['garbage', `\0\x01 ${secret} ${apiKey}\r\n\r\n`],
    ['a broken header', `GET / HTTP/1.1\r\nHost: a\r\n${secret}\r\n\r\n`],
    ['headers too large', `GET / HTTP/1.1\r\nHost: a\r\nX: ${secret.repeat(4_000)}\r\n\r\n`],
    ['a wrong Host', `GET / HTTP/1.1\r\nHost: ${secret}/${secret}\r\n\r\n`],
    ['lines of the log', `GET /"}\r\n{"level":30,"msg":"${secret}"}\r\n\r\n`],
    ['half a request', `GET /v1/pets?${secret}`],
  ];
  const before = rawRequest('GET /v1/pets HTTP/1.1', ['Host: localhost', bearer]);
  const pipelined = refused.map(([what, bytes]) => [`${what}, after a request`, before + bytes] as const);
  return [...requests, ...refused, ...pipelined];
};

/** Sends bytes on a connection of its own, and returns all that the service sends until it ends the connection. */
export const sendAndRead = async (origin: string, bytes: string, isHalf = false): Promise<string> => {
  const connection = await connect(origin);
  void connection.send(bytes);
  if (isHalf) connection.end();
  const received = await connection.closed();
  connection.destroy();
  return received;
};
