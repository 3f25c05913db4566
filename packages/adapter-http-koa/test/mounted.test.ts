import Koa, { type Context, type Middleware } from 'koa';
import koaBodyparser from 'koa-bodyparser';
import mount from 'koa-mount';
import { describe, expect, it } from 'vitest';
import { animal, spell, spellPost, withKey } from './spell-request.ts';
import { startApi } from './start-api.ts';

const get = (path: string, ...headers: readonly string[]): string => spell(`GET ${path}`, [withKey, ...headers]);

/** Mounts the API behind a middleware. */
const behind =
  (before: Middleware, path = '/') =>
  (api: Koa): Koa =>
    Object.assign(new Koa(), { silent: true }).use(before).use(mount(path, api));

// As `ctx.throw` makes it.
const withStatus = Object.assign(new Error('secret'), { status: 413, expose: true });

describe('the outer application', () => {
  it('sees status, length and headers of each response after `next`, and can change them', async () => {
    const seen: unknown[] = [];
    const log: Middleware = async (ctx, next) => {
      ctx.set('X-Served-By', 'the-app');
      ctx.vary('X-Tenant');
      await next();
      seen.push([ctx.method, ctx.status, ctx.length, ctx.type, ctx.response.get('Location')]);
      ctx.remove('X-Served-By');
    };
    const { request } = await startApi({ around: behind(log) });
    const added = await request(spellPost(animal));
    const { headers } = await request(spell('GET /openapi.json'));
    expect(seen[0]).toEqual(['POST', 201, added.body.length, 'application/json', '/v1/pets/1']);
    expect([added.headers['vary'], added.headers['x-served-by']]).toEqual(['X-Tenant', undefined]);
    expect(headers['vary']).toBe('X-Tenant');
  });

  it('may have routes before the API, and mount the API under a path', async () => {
    const own: Middleware = async (ctx, next) => {
      if (ctx.path === '/orders') ctx.body = 'orders';
      else await next();
    };
    const { request, reports } = await startApi({ around: behind(own, '/shop'), options: { base: '/shop/v1' } });
    expect(await request(get('/orders'))).toMatchObject({ status: 200, body: 'orders' });
    expect(await request(get('/invoices'))).toMatchObject({ status: 404, body: 'Not Found' });
    expect(await request(get('/shop/v1/pets?limit=1'))).toMatchObject({ status: 200, body: '[]' });
    expect((await request(get('/shop/v1/pets/1'))).headers['content-type']).toBe('application/json');
    expect((await reports(2)).map(({ route }) => route)).toEqual(['/v1/pets', '/v1/pets/{petId}']);
  });

  it.each([
    ['gives the request its id', ['X-Ours: ours'], 'ours'],
    ['leaves that to the API', [], 'theirs'],
  ])('%s', async (_, headers, requestId) => {
    const identify: Middleware = (ctx, next) => {
      if (ctx.get('X-Ours') !== '') ctx.set('X-Request-Id', ctx.get('X-Ours'));
      return next();
    };
    const { request, reports } = await startApi({ around: behind(identify) });
    const response = await request(get('/v1/pets', 'X-Request-Id: theirs', ...headers));
    expect([response.headers['x-request-id'], (await reports(1))[0]?.requestId]).toEqual([requestId, requestId]);
  });

  it.each([
    ['an error', new Error('secret of the bug'), new Error('secret of the bug')],
    ['an error with a status', withStatus, withStatus],
    ['anything else', 'secret', new Error('non-error thrown: "secret"')],
  ])('gets each bug as an event: %s', async (_, failure, event) => {
    const errors: unknown[] = [];
    const around = (api: Koa): Koa => new Koa().on('error', (error) => errors.push(error)).use(mount(api));
    const { request, reports } = await startApi({ around, ports: { isReady: () => Promise.reject(failure) } });
    expect((await request(get('/readyz'))).status).toBe(500);
    expect([errors, (await reports(1))[0]]).toMatchObject([[event], { failure }]);
  });

  const exact = '{"name":"Rex","categoryId":9223372036854775807}';

  it('may have a body parser behind the API, which stays exact', async () => {
    const own: Middleware = (ctx) => {
      ctx.body = ctx.request.body;
    };
    const around = (api: Koa): Koa => new Koa().use(mount('/shop', api)).use(koaBodyparser()).use(own);
    const { request } = await startApi({ around, options: { base: '/shop/v1' } });
    const post = (path: string, body: string) => request(spellPost(body).replace('/v1/pets', path));
    expect(await post('/shop/v1/pets', exact)).toMatchObject({ status: 201, body: `{"id":1,${exact.slice(1)}` });
    expect(await post('/orders', '{"a":1}')).toMatchObject({ status: 200, body: '{"a":1}' });
  });

  it('fails loudly with a body parser in front of the API, which would change bodies', async () => {
    const { request, reports } = await startApi({ around: behind(koaBodyparser()) });
    expect((await request(spellPost(exact))).status).toBe(500);
    expect((await request(get('/v1/pets'))).status).toBe(200);
    const message =
      'the body was read before it reached the API, which needs its bytes: mount the API in front of the body parser';
    expect((await reports(1))[0]?.failure).toMatchObject({ message });
  });

  it.each<readonly [string, Partial<Context>]>([
    ['a status', { status: 200 }],
    ['a body', { body: 'done' }],
    ['an empty body', { body: null }],
    ['a body in JSON', { body: {} }],
  ])('may have set %s, which is not the response of the API', async (_, set) => {
    const around = behind((ctx, next) => {
      Object.assign(ctx, set);
      return next();
    });
    const { request } = await startApi({ around });
    const lines = ['GET /v1/pets', 'GET /livez', 'PUT /v1/pets', 'OPTIONS /v1/pets', 'GET /v1/orders', 'GET /orders'];
    const responses = await Promise.all(lines.map((line) => request(spell(line, [withKey]))));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 405, 204, 404, 404]);
  });

  it('may have a parser of other media types in front of the API', async () => {
    const { request } = await startApi({ around: behind(koaBodyparser({ enableTypes: ['form'] })) });
    expect(await request(spellPost(exact))).toMatchObject({ status: 201, body: `{"id":1,${exact.slice(1)}` });
  });

  it.each<readonly [mountedAt: string, base: string, status: number]>([
    ['/', '/v1', 200],
    ['/api/zoo', '/api/zoo/v1', 200],
    // A proxy takes a part of the path away.
    ['/zoo', 'https://shop.example/api/zoo/v1', 200],
    ['/zoo', 'https://zoo/v1', 500],
    ['/api/zoo', '/v1', 500],
    ['/api/zoo', '/zoo/v1', 500],
    ['/api/zoo', 'https://shop.example/api/zoo2/v1', 500],
  ])('mounts the API at %s with the base %s: %i', async (path, base, status) => {
    const { request, reports } = await startApi({ around: behind((_, next) => next(), path), options: { base } });
    const target = `${path === '/' ? '' : path}/v1/pets`;
    expect((await request(get(target))).status).toBe(status);
    const message = `the API is mounted at ${path}, so its base must end in ${path}/v1, and it is ${base}`;
    const failure = status === 500 ? expect.objectContaining({ message }) : undefined;
    expect((await reports(1))[0]?.failure).toEqual(failure);
  });

  it.each([
    ['/api/zoo/v1', 200],
    ['/v1', 500],
  ])('looks at the mount of a target in absolute form, with the base %s: %i', async (base, status) => {
    const { request } = await startApi({ around: behind((_, next) => next(), '/api/zoo'), options: { base } });
    expect((await request(get('HTTP://api.test/api/zoo/v1/pets'))).status).toBe(status);
  });

  it('may serve the API at another path, which is no mount', async () => {
    const rewrite: Middleware = (ctx, next) => {
      ctx.url = ctx.url.replace('/shop/animals', '/v1/pets');
      return next();
    };
    const { request } = await startApi({ around: behind(rewrite) });
    expect((await request(get('/shop/animals'))).status).toBe(200);
  });

  it('fails loudly if a middleware in front makes text of the body', async () => {
    const decode: Middleware = (ctx, next) => {
      ctx.req.setEncoding('utf8');
      return next();
    };
    const { request, reports } = await startApi({ around: behind(decode) });
    expect((await request(spellPost(exact))).status).toBe(500);
    expect((await reports(1))[0]?.failure).toMatchObject({ message: 'stream encoding should not be set' });
  });
});
