import type { Middleware } from 'koa';
import { expect, it, onTestFinished } from 'vitest';
import { fakePorts } from '../test/fake-ports.ts';
import { animal, spell, spellPost, withKey } from '../test/spell-request.ts';
import { startApi } from '../test/start-api.ts';
import { createApp, createHttpServer, type HttpServer } from './index.ts';

it('begins every link with the configured base, whatever the client sends, and keeps the paths of the API', async () => {
  const base = 'https://api.example.com:8443/shop/v1';
  const { request } = await startApi({ options: { base } });
  const forwarded = ['X-Forwarded-Host: evil.example', 'Forwarded: host=evil.example'];
  const sendAs = (bytes: string) => request(bytes.replace('localhost', 'evil.example'));
  const get = (target: string) => sendAs(spell(`GET ${target}`, [withKey, ...forwarded]));
  for (const id of [1, 2])
    expect((await sendAs(spellPost(animal, ...forwarded))).headers['location']).toBe(`${base}/pets/${id}`);
  const cursor = Buffer.from('1.1.').toString('base64url');
  expect((await get('http://evil.example/v1/pets?limit=1')).headers['link']).toBe(
    `<${base}/pets?limit=1&cursor=${cursor}>; rel="next"`,
  );
  expect((await get('/v1/pets/1')).headers['link']).toBe(`<${base}/pets>; rel="successor-version"`);
  expect((await get('/shop/v1/pets')).status).toBe(404);
  expect((await get('http://[/v1/pets')).status).toBe(200);
});

it('runs `trace` around each request under /v1, which has its id and a path by then, whatever becomes of it', async () => {
  const traced: unknown[] = [];
  const trace: Middleware = async (ctx, next) => {
    const before = [ctx.response.get('X-Request-Id'), ctx.url];
    await next();
    traced.push([...before, ctx.status]);
  };
  const { request } = await startApi({ ports: { trace } });
  await request(spell('GET http://localhost/v1/pets?limit=1', ['X-Request-Id: mine']));
  await request(spell('GET /v1', ['X-Request-Id: other', 'Expect: more']));
  for (const target of ['/livez', '/v1x']) await request(spell(`GET ${target}`));
  expect(traced).toEqual([
    ['mine', '/v1/pets?limit=1', 401],
    ['other', '/v1', 417],
  ]);
});

it.each([
  ['127.0.0.1', 'http://127.0.0.1'],
  ['::1', 'http://[::1]'],
  ['0.0.0.0', undefined],
  ['::', undefined],
])('its document has the URL of a server on %s if only this machine reaches it: %s', async (host, origin) => {
  const ignore = (): void => undefined;
  const options = { base: '/v1', localUrl: () => server.localUrl(), getPetAfterSunset: 'gone' } as const;
  const app = createApp(fakePorts(ignore, {}), options);
  const server: HttpServer = createHttpServer(app, { onError: ignore, onRefusedMessage: ignore });
  expect(server.localUrl()).toBeUndefined();
  const { port, family } = await server.listen(0, host);
  onTestFinished(() => server.stop(0));
  const response = await fetch(`http://${family === 'IPv6' ? '[::1]' : '127.0.0.1'}:${port}/openapi.json`);
  const url = origin === undefined ? '/v1' : `${origin}:${port}/v1`;
  expect(await response.json()).toMatchObject({ servers: [{ url }] });
});
