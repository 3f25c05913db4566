import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import Koa from 'koa';
import { expect, it } from 'vitest';
import { createHttpApi, createHttpApiMiddleware } from '../src/index.ts';
import { createMountedApi } from './create-mounted-api.ts';
import type { TextResponse } from './raw-connection.ts';
import { animal, chunk, jsonHeaders, spell, withKey } from './spell-request.ts';
import { type RunningApi, startApi } from './start-api.ts';

const origin = 'https://shop.example';

interface Request {
  readonly method: string;
  readonly bytes: Buffer;
}

const target = fc
  .record({
    authority: fc.constantFrom('', '', '', 'http://other.example'),
    path: fc.constantFrom(
      ...['/v1/pets', '/v1/pets', '/v1/pets/1', '/v1/pets/x', '/v1/nothing', '/v1', '/livez', '/readyz'],
      ...['/openapi.json', '/docs', '/docs/docs-page.css'],
    ),
    rest: fc.constantFrom('', '', '?limit=1', '?limit=x', '?status=sold&limit=2', '?cursor=MS4xLg', '#fragment'),
  })
  .map(({ authority, path, rest }) => authority + path + rest);

const header = fc.constantFrom(
  ...[withKey, withKey, 'Authorization: Bearer other', 'Authorization: Basic eDp5'],
  ...[`Origin: ${origin}`, 'Origin: https://other.example', 'Access-Control-Request-Method: GET'],
  ...['Accept-Encoding: gzip', 'If-None-Match: *', 'Host: two', 'Connection: close', 'Idempotency-Key: one'],
  ...['Idempotency-Key: "', 'Expect: 100-continue', 'Expect: more', 'traceparent: 00-1-2-3'],
);

const json = 'Content-Type: application/json';
const withLength = (text: string | Buffer): readonly [readonly string[], string | Buffer] => [
  [json, `Content-Length: ${Buffer.byteLength(text)}`],
  text,
];
const packed = gzipSync(animal);
const body = fc.constantFrom<readonly [readonly string[], string | Buffer]>(
  [[], ''],
  ...[animal, animal, '{"name":"Kim","categoryId":9223372036854775807,"status":"sold"}', '{"name":7}', '{', '\xff']
    .map((text) => Buffer.from(text, 'latin1'))
    .map(withLength),
  withLength(`{"name":"${'x'.repeat(16_384)}","categoryId":1}`),
  [[json, 'Content-Length: 65537'], ''],
  [[json, 'Transfer-Encoding: chunked'], chunk(animal) + chunk('')],
  [[json, 'Transfer-Encoding: chunked'], chunk('x'.repeat(70_000)) + chunk('')],
  [[json, 'Content-Encoding: gzip', `Content-Length: ${packed.length}`], packed],
  [[json, 'Content-Encoding: gzip', 'Content-Length: 4'], 'none'],
  [['Content-Type: text/plain', 'Content-Length: 2'], '{}'],
);

const anything = fc.record({
  method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'DELETE'),
  target,
  headers: fc.array(header, { maxLength: 4 }),
  body,
});

const creation = fc.record({
  method: fc.constant('POST'),
  target: fc.constant('/v1/pets'),
  headers: fc.constantFrom([withKey], [withKey, 'Idempotency-Key: one'], [withKey, 'Expect: 100-continue']),
  body,
});

const revalidation = fc.record({
  method: fc.constant('GET'),
  target: fc.constantFrom('/openapi.json', '/docs', '/docs/docs-page.css'),
  headers: fc.constant(['If-None-Match: *']),
  body: fc.constant<readonly [readonly string[], string | Buffer]>([[], '']),
});

// Weighted so that every status comes up in each run.
const request: fc.Arbitrary<Request> = fc
  .oneof({ arbitrary: anything, weight: 8 }, { arbitrary: creation, weight: 8 }, { arbitrary: revalidation, weight: 1 })
  .map(({ method, target: sent, headers, body: [ofBody, text] }) => {
    const head = spell(`${method} ${sent}`, ['X-Request-Id: same', ...headers, ...ofBody]);
    return { method, bytes: Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(text)]) };
  });

const sendPieces = async (api: RunningApi, { method, bytes }: Request): Promise<readonly TextResponse[]> => {
  const connection = await api.open();
  await connection.send(bytes);
  const responses: TextResponse[] = [];
  do responses.push(await connection.readResponse(method));
  while (responses.at(-1)?.status === 100);
  connection.reset();
  return responses.map(({ headers: { date, ...headers }, ...response }) => ({ ...response, headers }));
};

it('responds and reports in the same way as a listener', async () => {
  const options = { corsOrigins: [origin] };
  const apis = [await startApi({ options }), await startApi({ options, create: createMountedApi })];
  let count = 0;
  const statuses = new Set<number | undefined>();
  await fc.assert(
    fc.asyncProperty(request, async (each) => {
      count += 1;
      const [listener, middleware] = await Promise.all(
        apis.map(async (api) => {
          const responses = await sendPieces(api, each);
          const { duration, ...report } = (await api.reports(count)).at(-1) ?? {};
          return { responses, report };
        }),
      );
      expect(middleware).toEqual(listener);
      statuses.add(listener?.responses.at(-1)?.status);
    }),
    { numRuns: 800, endOnFailure: true },
  );
  expect([...statuses].sort()).toEqual([200, 201, 204, 304, 400, 401, 404, 405, 413, 415, 417, 422]);
});

it('leaves a body that is malformed HTTP to the server', async () => {
  const malformed = spell(
    'POST /v1/pets',
    jsonHeaders('X-Request-Id: same', 'Transfer-Encoding: chunked'),
    'no chunk\r\n',
  );
  const errors: unknown[] = [];
  const createKoa: typeof createMountedApi = (ports, options) =>
    new Koa()
      .on('error', (error) => errors.push(error))
      .use(createHttpApiMiddleware(ports, options))
      .callback();
  const [listener, middleware] = await Promise.all(
    [createHttpApi, createKoa].map(async (create) => {
      const api = await startApi({ create });
      const responses = await sendPieces(api, { method: 'POST', bytes: Buffer.from(malformed) });
      return { responses, status: (await api.reports(1))[0]?.status };
    }),
  );
  expect(listener?.status).toBe(400);
  expect(middleware).toEqual(listener);
  expect(errors).toEqual([]);
});
