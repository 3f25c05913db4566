import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import Koa, { type Middleware } from 'koa';
import bodyParser from 'koa-bodyparser';
import { describe, expect, it, vi } from 'vitest';
import { createHttpApiMiddleware } from '../src/index.ts';
import { knowsOneKey } from './fake-ports.ts';
import type { TextResponse } from './raw-connection.ts';
import { animal, jsonHeaders, spell, spellPost, withKey } from './spell-request.ts';
import { type ApiSetting, type RunningApi, startApi } from './start-api.ts';

interface Setting extends ApiSetting {
  readonly before?: readonly Middleware[];
  readonly after?: readonly Middleware[];
}

interface App extends RunningApi {
  readonly get: (path: string, ...headers: readonly string[]) => Promise<TextResponse>;
  readonly errors: readonly unknown[];
}

/** A Koa application on a server of Node.js, with the API between its own middlewares. */
const startApp = async ({ before = [], after = [], ...setting }: Setting): Promise<App> => {
  const errors: unknown[] = [];
  const create: ApiSetting['create'] = (ports, options) => {
    const app = new Koa().on('error', (error) => errors.push(error));
    for (const each of [...before, createHttpApiMiddleware(ports, options), ...after]) app.use(each);
    return app.callback();
  };
  const api = await startApi({ isPlain: true, create, ...setting });
  return { ...api, errors, get: (path, ...headers) => api.request(spell(`GET ${path}`, [withKey, ...headers])) };
};

const route =
  (path: string): Middleware =>
  async (ctx, next) => {
    if (ctx.path === path) ctx.body = { own: path };
    else await next();
  };

const show = ({ status, body }: TextResponse): readonly unknown[] => [status, body];

describe('the outer application', () => {
  it('sees status, length and headers of each response after `next`, and can change them', async () => {
    const seen: unknown[] = [];
    const log: Middleware = async (ctx, next) => {
      ctx.state = { user: 'kim' };
      ctx.set('X-Served-By', 'the-app');
      ctx.vary('X-Tenant');
      await next();
      seen.push([ctx.method, ctx.status, ctx.length, ctx.type, ctx.response.get('Location'), ctx.state['user']]);
      ctx.set('X-Response-Time', '1ms');
    };
    const { request } = await startApp({ before: [log] });
    const [added, refused] = [await request(spellPost(animal)), await request(spell('GET /v1/pets'))];
    await request(spell('HEAD /v1/pets/1', [withKey]));
    await request(spell('OPTIONS /v1/pets', [withKey]));
    const json = 'application/json';
    expect(seen).toEqual([
      ['POST', 201, added.body.length, json, '/v1/pets/1', 'kim'],
      ['GET', 401, refused.body.length, json, undefined, 'kim'],
      ['HEAD', 200, added.body.length, json, undefined, 'kim'],
      ['OPTIONS', 204, undefined, '', undefined, 'kim'],
    ]);
    for (const { headers } of [added, refused]) {
      expect(headers).toMatchObject({ 'x-served-by': 'the-app', 'x-response-time': '1ms' });
    }
    const { headers, body } = await request(spell('GET /openapi.json', ['Accept-Encoding: gzip']));
    expect(headers['vary']).toBe('X-Tenant, Accept-Encoding');
    expect(JSON.parse(String(gunzipSync(Buffer.from(body, 'latin1'))))).toHaveProperty('openapi');
  });

  it('keeps its own routes and its own 404, and may have routes under /v1 before the API', async () => {
    const { get, reported } = await startApp({
      before: [route('/orders'), route('/v1/orders')],
      after: [route('/invoices')],
    });
    for (const own of ['/orders', '/v1/orders', '/invoices']) {
      expect(show(await get(own))).toEqual([200, JSON.stringify({ own })]);
    }
    expect(show(await get('/nothing'))).toEqual([404, 'Not Found']);
    expect(reported).toEqual([]);
    expect((await get('/v1/nothing')).headers['content-type']).toBe('application/json');
  });

  it('may mount the API under a path, like koa-mount', async () => {
    const mount: Middleware = async (ctx, next) => {
      const { path } = ctx;
      ctx.path = path.replace(/^\/shop/, '');
      await next();
      ctx.path = path;
    };
    const { get } = await startApp({ before: [mount], after: [route('/orders')] });
    expect(show(await get('/shop/v1/pets?limit=1'))).toEqual([200, '[]']);
    expect(show(await get('/shop/orders'))).toEqual([200, '{"own":"/orders"}']);
  });

  it('gives the request its id, or leaves that to the API', async () => {
    const identify: Middleware = (ctx, next) => {
      if (ctx.get('X-Ours') !== '') ctx.set('X-Request-Id', ctx.get('X-Ours'));
      return next();
    };
    const { get, reports } = await startApp({ before: [identify] });
    const got: unknown[] = [];
    for (const headers of [['X-Ours: ours'], [], ['X-Ours: not an id']]) {
      got.push((await get('/v1/pets', 'X-Request-Id: theirs', ...headers)).headers['x-request-id']);
    }
    expect(got).toEqual(['ours', 'theirs', expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    expect((await reports(3)).map(({ requestId }) => requestId)).toEqual(got);
  });
});

describe('a bug', () => {
  const bug = new Error('secret of the bug');

  it.each([
    ['an error', bug, bug],
    ['anything else', 'secret', new Error('non-error thrown: "secret"')],
  ])('becomes an error event of the application: %s', async (_, thrown, event) => {
    const { get, errors, reports } = await startApp({ ports: { isReady: () => Promise.reject(thrown) } });
    expect((await get('/readyz')).status).toBe(500);
    expect(errors).toEqual([event]);
    expect((await reports(1)).map(({ failure }) => failure)).toEqual([thrown]);
  });

  it('is not reported if the store is unavailable, or a body is malformed HTTP', async () => {
    const { get, request, errors } = await startApp({
      isPlain: false,
      ports: { isReady: () => Promise.resolve(false) },
    });
    expect((await get('/readyz')).status).toBe(503);
    const malformed = spell('POST /v1/pets', jsonHeaders('Transfer-Encoding: chunked'), 'no chunk\r\n');
    expect((await request(malformed)).status).toBe(400);
    expect(errors).toEqual([]);
  });
});

describe('a body that a parser has already read', () => {
  const exact = '{"name":"Rex","categoryId":9223372036854775807}';
  const pack = (body: string): string => spellPost(gzipSync(body).toString('latin1'), 'Content-Encoding: gzip');

  it('keeps its integers, if the parser keeps the text', async () => {
    // A server of Node.js sends 100 Continue itself.
    const { request } = await startApp({ before: [bodyParser()], isPlain: false });
    const stored = (id: number): string => `{"id":${id},"name":"Rex","categoryId":9223372036854775807}`;
    expect(show(await request(spellPost(exact)))).toEqual([201, stored(1)]);
    expect(show(await request(pack(exact)))).toEqual([201, stored(2)]);
    const full = `{"name":"${'x'.repeat(65_510)}","categoryId":1}`;
    for (const [bytes, status] of [
      [spellPost(full), 201],
      [spellPost(`${full} `), 413],
      [pack(`{"name":"${'é'.repeat(40_000)}","categoryId":1}`), 413],
      [spellPost(''), 400],
      [spellPost('{}').replace('application/json', 'text/plain'), 415],
      // The body has arrived, so there is no 100 Continue.
      [spellPost(animal, 'Expect: 100-continue'), 201],
    ] as const) {
      expect((await request(bytes)).status).toBe(status);
    }
  });

  it.each<[string, string, (req: IncomingMessage) => Promise<unknown>]>([
    ['all', exact, buffer],
    ['nothing, which was all', '', buffer],
    ['a part', exact, async (req) => once(req, 'data').then(() => req.pause())],
  ])('leads to an error that names the remedy, if the parser does not keep the text: %s', async (_, body, read) => {
    const forget: Middleware = async (ctx, next) => {
      await read(ctx.req);
      await next();
    };
    const { request, errors } = await startApp({ before: [forget] });
    expect((await request(spellPost(body))).status).toBe(500);
    expect(errors).toEqual([
      new Error(
        'The body was read before the API could read it: use createHttpApiMiddleware before the body parser, ' +
          'or a body parser that sets ctx.request.rawBody, such as koa-bodyparser',
      ),
    ]);
  });
});

describe('a request', () => {
  it('is dropped if its client left while another middleware waited', async () => {
    const [arrived, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow: Middleware = async (ctx, next) => {
      if (ctx.get('X-Slow') !== '') {
        ctx.res.once('close', left.resolve);
        arrived.resolve();
        await left.promise;
      }
      await next();
    };
    const authenticate = vi.fn(knowsOneKey);
    const { get, open, reports } = await startApp({ before: [slow], ports: { authenticate } });
    const connection = await open();
    await connection.send(spell('GET /v1/pets', [withKey, 'X-Slow: yes']));
    await arrived.promise;
    connection.reset();
    await left.promise;
    expect((await get('/v1/pets')).status).toBe(200);
    expect((await reports(1)).length).toBe(1);
    expect(authenticate).toHaveBeenCalledTimes(1);
  });

  it('needs no report', async () => {
    const { get } = await startApp({ ports: { report: undefined as never } });
    expect((await get('/v1/pets')).status).toBe(200);
  });
});
