import Koa, { type Middleware } from 'koa';
import bodyParser from 'koa-bodyparser';
import mount from 'koa-mount';
import { describe, expect, it } from 'vitest';
import type { TextResponse } from './raw-connection.ts';
import { animal, errorBody, spell, spellPost, withKey } from './spell-request.ts';
import { type ApiSetting, startApi } from './start-api.ts';

const get = (path: string, ...headers: readonly string[]): string => spell(`GET ${path}`, [withKey, ...headers]);

const behind =
  (...before: readonly Middleware[]): NonNullable<ApiSetting['around']> =>
  (api) => {
    const outer = Object.assign(new Koa(), { silent: true });
    for (const each of before) outer.use(each);
    return outer.use(mount(api));
  };

const show = ({ status, body }: TextResponse): readonly unknown[] => [status, body];

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
    const { open } = await startApi({ around: behind(log) });
    const connection = await open();
    await connection.send(spellPost(animal) + spell('GET /v1/pets') + spell('GET /openapi.json'));
    const [added, refused, document] = await connection.readResponses(3);
    expect(seen.slice(0, 2)).toEqual([
      ['POST', 201, added?.body.length, 'application/json', '/v1/pets/1'],
      ['GET', 401, refused?.body.length, 'application/json', undefined],
    ]);
    expect([added?.headers['vary'], added?.headers['x-served-by']]).toEqual(['X-Tenant', undefined]);
    expect(document?.headers['vary']).toBe('X-Tenant, Accept-Encoding');
  });

  it('may have routes before the API, and mount the API under a path', async () => {
    const own: Middleware = (ctx, next) => {
      if (ctx.path !== '/orders') return next();
      ctx.body = 'orders';
      return undefined;
    };
    const around = (api: Koa): Koa => new Koa().use(own).use(mount('/shop', api));
    const { request, reports } = await startApi({ around });
    expect(show(await request(get('/orders')))).toEqual([200, 'orders']);
    expect(show(await request(get('/shop/v1/pets?limit=1')))).toEqual([200, '[]']);
    expect(show(await request(get('/shop/v1/pets/1')))).toEqual([
      404,
      errorBody('not_found', 'no animal has this id', 404),
    ]);
    expect(show(await request(get('/invoices')))).toEqual([404, 'Not Found']);
    expect((await reports(2)).map(({ route }) => route)).toEqual(['/v1/pets', '/v1/pets/{petId}']);
  });

  it('gives the request its id, or leaves that to the API', async () => {
    const identify: Middleware = (ctx, next) => {
      if (ctx.get('X-Ours') !== '') ctx.set('X-Request-Id', ctx.get('X-Ours'));
      return next();
    };
    const { request, reports } = await startApi({ around: behind(identify) });
    const got: unknown[] = [];
    for (const headers of [['X-Ours: ours'], []]) {
      got.push((await request(get('/v1/pets', 'X-Request-Id: theirs', ...headers))).headers['x-request-id']);
    }
    expect(got).toEqual(['ours', 'theirs']);
    expect((await reports(2)).map(({ requestId }) => requestId)).toEqual(got);
  });

  it.each([
    ['an error', new Error('secret of the bug'), new Error('secret of the bug')],
    ['anything else', 'secret', new Error('non-error thrown: "secret"')],
  ])('gets each bug as an event: %s', async (_, thrown, event) => {
    const errors: unknown[] = [];
    const isReady = () => Promise.reject(thrown);
    const around = (api: Koa): Koa => new Koa().on('error', (error) => errors.push(error)).use(mount(api));
    const { request, reports } = await startApi({ around, ports: { isReady } });
    expect((await request(get('/readyz'))).status).toBe(500);
    expect(errors).toEqual([event]);
    expect((await reports(1)).map(({ failure }) => failure)).toEqual([thrown]);
  });

  it('may have read the body, if its parser keeps the text', async () => {
    const { request } = await startApi({ around: behind(bodyParser({ jsonLimit: '1mb' })) });
    const exact = '{"name":"Rex","categoryId":9223372036854775807}';
    expect(show(await request(spellPost(exact)))).toEqual([201, `{"id":1,${exact.slice(1)}`]);
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

describe('a check in front of everything', () => {
  const closed = 'closed for maintenance';
  const answer: Middleware = (ctx) => {
    ctx.status = 503;
    ctx.body = closed;
  };
  const fail: Middleware = (ctx) => ctx.throw(503, closed);

  /** Puts a middleware at a place in the list of the API itself. */
  const at =
    (index: number, middleware: Middleware) =>
    (api: Koa): Koa => {
      api.middleware.splice(index, 0, middleware);
      return api;
    };

  it.each([
    ['around the API', behind(answer), closed],
    ['around the API, as an error', behind(fail), 'Service Unavailable'],
    ['as the first middleware', at(0, answer), closed],
    ['among the middlewares, as an error', at(3, fail), errorBody('service_unavailable', 'Service Unavailable', 503)],
  ] as const)('has its id, the headers of all responses and its report: %s', async (_, around, body) => {
    const { open, reports } = await startApi({ around, isReportedByServer: true });
    const connection = await open();
    await connection.send(get('/v1/pets', 'X-Request-Id: mine'));
    const response = await connection.readResponse();
    expect(response.headers).toMatchObject({
      'x-request-id': 'mine',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect([response.status, response.body]).toEqual([503, body]);
    expect((await reports(1)).map(({ requestId, status }) => [requestId, status])).toEqual([['mine', 503]]);
  });
});
