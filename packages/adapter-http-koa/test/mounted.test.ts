import Koa, { type Middleware } from 'koa';
import bodyParser from 'koa-bodyparser';
import mount from 'koa-mount';
import { describe, expect, it } from 'vitest';
import { animal, commonHeaders, errorBody, spell, spellPost, withKey } from './spell-request.ts';
import { startApi, startConnected } from './start-api.ts';

const get = (path: string, ...headers: readonly string[]): string => spell(`GET ${path}`, [withKey, ...headers]);

/** Mounts the API behind a middleware. */
const behind =
  (before: Middleware, path = '/') =>
  (api: Koa): Koa =>
    Object.assign(new Koa(), { silent: true }).use(before).use(mount(path, api));

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
    expect(headers['vary']).toBe('X-Tenant, Accept-Encoding');
  });

  it('may have routes before the API, and mount the API under a path', async () => {
    const own: Middleware = async (ctx, next) => {
      if (ctx.path === '/orders') ctx.body = 'orders';
      else await next();
    };
    const { request, reports } = await startApi({ around: behind(own, '/shop') });
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
    ['anything else', 'secret', new Error('non-error thrown: "secret"')],
  ])('gets each bug as an event: %s', async (_, failure, event) => {
    const errors: unknown[] = [];
    const around = (api: Koa): Koa => new Koa().on('error', (error) => errors.push(error)).use(mount(api));
    const { request, reports } = await startApi({ around, ports: { isReady: () => Promise.reject(failure) } });
    expect((await request(get('/readyz'))).status).toBe(500);
    expect([errors, (await reports(1))[0]]).toMatchObject([[event], { failure }]);
  });

  it('may have read the body, if its parser keeps the text', async () => {
    const { request } = await startApi({ around: behind(bodyParser({ jsonLimit: '1mb' })) });
    const exact = '{"name":"Rex","categoryId":9223372036854775807}';
    expect(await request(spellPost(exact))).toMatchObject({ status: 201, body: `{"id":1,${exact.slice(1)}` });
    expect((await request(spellPost(exact.padEnd(65_537)))).status).toBe(413);
  });

  it('gets an error if its parser does not keep the text', async () => {
    const forget: Middleware = async ({ req }, next) => {
      for await (const _ of req);
      await next();
    };
    const { request, reports } = await startApi({ around: behind(forget) });
    expect((await request(spellPost(animal))).status).toBe(500);
    expect((await reports(1))[0]?.failure).toMatchObject({ message: 'stream is not readable' });
  });
});

const answer: Middleware = (ctx) => {
  ctx.status = 503;
  ctx.body = 'closed';
};
const fail: Middleware = (ctx) => ctx.throw(503, 'closed');

/** Puts a middleware at a place in the list of the API itself. */
const at =
  (index: number, middleware: Middleware) =>
  (api: Koa): Koa => {
    api.middleware.splice(index, 0, middleware);
    return api;
  };

it.each([
  ['around the API', behind(answer), 'closed'],
  ['around the API, as an error', behind(fail), 'Service Unavailable'],
  ['as the first middleware', at(0, answer), 'closed'],
  ['among the middlewares, as an error', at(3, fail), errorBody('service_unavailable', 'Service Unavailable', 503)],
])('a check in front of all has its id, the headers of all responses and its report: %s', async (_, around, body) => {
  const { connection, api } = await startConnected({ around, isReportedByServer: true });
  await connection.send(get('/v1/pets', 'X-Request-Id: mine'));
  expect(await connection.readResponse()).toMatchObject({ status: 503, body, headers: commonHeaders('mine') });
  expect(await api.reports(1)).toMatchObject([{ requestId: 'mine', status: 503 }]);
});
