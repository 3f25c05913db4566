import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import Koa, { type Middleware } from 'koa';
import bodyParser from 'koa-bodyparser';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createHttpApiMiddleware, type HttpApiMiddlewarePorts, type RequestReport } from '../src/index.ts';
import { credential, fakePorts, knowsOneKey } from './fake-ports.ts';
import { animal, spellPost } from './spell-request.ts';
import { startApi } from './start-api.ts';

interface App {
  readonly send: (path: string, init?: RequestInit) => Promise<Response>;
  /** The errors that the listeners of `error` received. */
  readonly errors: readonly unknown[];
  readonly reports: readonly RequestReport[];
}

interface Setting {
  readonly before?: readonly Middleware[];
  readonly after?: readonly Middleware[];
  readonly ports?: Partial<HttpApiMiddlewarePorts>;
  readonly maxRequestsInFlight?: number;
}

/** A Koa application on a server of Node.js, with the API between its own middlewares. */
const startApp = async ({ before = [], after = [], ports = {}, maxRequestsInFlight = 10 }: Setting): Promise<App> => {
  const app = new Koa();
  const errors: unknown[] = [];
  const reports: RequestReport[] = [];
  app.on('error', (error) => errors.push(error));
  const api = createHttpApiMiddleware(
    { ...fakePorts((request) => reports.push(request), {}), ...ports },
    { base: '/v1', getPetAfterSunset: 'gone', maxRequestsInFlight },
  );
  for (const each of [...before, api, ...after]) app.use(each);
  const server = createServer(app.callback()).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const withKey = { Authorization: `Bearer ${credential}` };
  return {
    send: (path, { headers, ...init } = {}) =>
      fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers: { ...withKey, ...headers } }),
    errors,
    reports,
  };
};

const creation = (body: RequestInit['body'], headers: object = {}): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: body ?? null,
});

const route =
  (path: string): Middleware =>
  async (ctx, next) => {
    if (ctx.path === path) ctx.body = { own: path };
    else await next();
  };

const show = async (response: Response): Promise<readonly unknown[]> => [response.status, await response.text()];

describe('the outer application', () => {
  it('sees status, length and headers of each response after `next`, and can change them', async () => {
    const seen: unknown[] = [];
    const log: Middleware = async (ctx, next) => {
      ctx.set('X-Served-By', 'the-app');
      await next();
      seen.push([ctx.method, ctx.status, ctx.length, ctx.type, ctx.response.get('Location'), ctx.state]);
      ctx.set('X-Response-Time', '1ms');
    };
    const state: Middleware = (ctx, next) => {
      ctx.state = { user: 'kim' };
      return next();
    };
    const { send } = await startApp({ before: [state, log] });
    const added = await send('/v1/pets', creation(animal));
    const refused = await send('/v1/pets', { headers: { Authorization: '' } });
    await send('/v1/pets/1', { method: 'HEAD' });
    await send('/v1/pets', { method: 'OPTIONS' });
    const lengths = [await added.text(), await refused.text()].map(({ length }) => length);
    const json = 'application/json';
    const user = { user: 'kim' };
    expect(seen).toEqual([
      ['POST', 201, lengths[0], json, '/v1/pets/1', user],
      ['GET', 401, lengths[1], json, undefined, user],
      ['HEAD', 200, lengths[0], json, undefined, user],
      ['OPTIONS', 204, undefined, '', undefined, user],
    ]);
    for (const { headers } of [added, refused]) {
      expect([headers.get('x-served-by'), headers.get('x-response-time')]).toEqual(['the-app', '1ms']);
    }
  });

  it('keeps its own routes and its own 404, and may have routes under /v1 before the API', async () => {
    const { send, reports } = await startApp({
      before: [route('/orders'), route('/v1/orders')],
      after: [route('/invoices')],
    });
    for (const own of ['/orders', '/v1/orders', '/invoices']) {
      expect(await show(await send(own))).toEqual([200, JSON.stringify({ own })]);
    }
    expect(await show(await send('/nothing'))).toEqual([404, 'Not Found']);
    expect(reports).toEqual([]);
    expect((await send('/v1/nothing')).headers.get('content-type')).toBe('application/json');
  });

  it('may mount the API under a path, like koa-mount', async () => {
    const mount: Middleware = async (ctx, next) => {
      const { path } = ctx;
      ctx.path = path.replace(/^\/shop/, '');
      await next();
      ctx.path = path;
    };
    const { send } = await startApp({ before: [mount], after: [route('/orders')] });
    expect(await show(await send('/shop/v1/pets?limit=1'))).toEqual([200, '[]']);
    expect(await show(await send('/shop/orders'))).toEqual([200, '{"own":"/orders"}']);
  });

  it('gives the request its id, or leaves that to the API', async () => {
    const { send, reports } = await startApp({
      before: [
        (ctx, next) => {
          if (ctx.get('X-Ours') !== '') ctx.set('X-Request-Id', ctx.get('X-Ours'));
          return next();
        },
      ],
    });
    const sent: Record<string, string>[] = [{ 'X-Ours': 'ours' }, {}, { 'X-Ours': 'not an id' }];
    const got: unknown[] = [];
    for (const headers of sent) {
      const response = await send('/v1/pets', { headers: { ...headers, 'X-Request-Id': 'theirs' } });
      got.push(response.headers.get('x-request-id'));
    }
    expect(got).toEqual(['ours', 'theirs', expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    await expect.poll(() => reports.map(({ requestId }) => requestId)).toEqual(got);
  });
});

describe('a bug', () => {
  const bug = new Error('secret of the bug');

  it.each([
    ['an error', bug, bug],
    ['anything else', 'secret', new Error('non-error thrown: "secret"')],
  ])('becomes a 500 in JSON, and an error event of the application: %s', async (_, thrown, event) => {
    const { send, errors, reports } = await startApp({ ports: { isReady: () => Promise.reject(thrown) } });
    const response = await send('/readyz');
    expect(await response.json()).toMatchObject({ code: 'internal_error', status: 500 });
    expect(errors).toEqual([event]);
    await expect.poll(() => reports.map(({ failure }) => failure)).toEqual([thrown]);
  });

  it('is not reported if the store is unavailable', async () => {
    const { send, errors } = await startApp({ ports: { isReady: () => Promise.resolve(false) } });
    expect((await send('/readyz')).status).toBe(503);
    expect(errors).toEqual([]);
  });
});

describe('a body that a parser has already read', () => {
  const exact = '{"name":"Rex","categoryId":9223372036854775807}';
  const stored = (id: number): string => `{"id":${id},"name":"Rex","categoryId":9223372036854775807}`;

  it('keeps its integers, if the parser keeps the text', async () => {
    const { send } = await startApp({ before: [bodyParser()] });
    expect(await show(await send('/v1/pets', creation(exact)))).toEqual([201, stored(1)]);
    const packed = creation(gzipSync(exact), { 'Content-Encoding': 'gzip' });
    expect(await show(await send('/v1/pets', packed))).toEqual([201, stored(2)]);
    const full = `{"name":"${'x'.repeat(65_510)}","categoryId":1}`;
    expect((await send('/v1/pets', creation(full))).status).toBe(201);
    expect((await send('/v1/pets', creation(`${full} `))).status).toBe(413);
    const large = creation(gzipSync(`{"name":"${'é'.repeat(40_000)}","categoryId":1}`), { 'Content-Encoding': 'gzip' });
    expect((await send('/v1/pets', large)).status).toBe(413);
    expect((await send('/v1/pets', creation(''))).status).toBe(400);
    expect((await send('/v1/pets', creation('{}', { 'Content-Type': 'text/plain' }))).status).toBe(415);
  });

  it.each<[string, string, (req: IncomingMessage) => Promise<unknown>]>([
    ['all', exact, buffer],
    ['nothing, which was all', '', buffer],
    [
      'a part',
      exact,
      async (req) => {
        await once(req, 'data');
        req.pause();
      },
    ],
  ])('leads to an error that names the remedy, if the parser does not keep the text: %s', async (_, body, read) => {
    const forget: Middleware = async (ctx, next) => {
      await read(ctx.req);
      await next();
    };
    const { send, errors } = await startApp({ before: [forget] });
    expect((await send('/v1/pets', creation(body))).status).toBe(500);
    expect(errors).toEqual([
      new Error(
        'The body was read before the API could read it: use createHttpApiMiddleware before the body parser, ' +
          'or a body parser that sets ctx.request.rawBody, such as koa-bodyparser',
      ),
    ]);
  });
});

it('sends no 100 Continue for a body that has arrived', async () => {
  const { open } = await startApi({
    create: (ports, options) => new Koa().use(bodyParser()).use(createHttpApiMiddleware(ports, options)).callback(),
  });
  const connection = await open();
  expect((await connection.request(spellPost(animal, 'Expect: 100-continue'))).status).toBe(201);
});

describe('a request', () => {
  it('frees its slot after its response is sent', async () => {
    const { send, reports } = await startApp({ maxRequestsInFlight: 1 });
    for (const count of [1, 2, 3]) {
      expect((await send('/v1/pets')).status).toBe(200);
      await expect.poll(() => reports.length).toBe(count);
    }
  });

  it('is dropped if its client left while another middleware waited', async () => {
    const left = Promise.withResolvers<void>();
    const aborted = new AbortController();
    const slow: Middleware = async (ctx, next) => {
      if (ctx.get('X-Slow') !== '') {
        ctx.res.once('close', left.resolve);
        aborted.abort();
        await left.promise;
      }
      await next();
    };
    const authenticate = vi.fn(knowsOneKey);
    const { send, reports } = await startApp({ before: [slow], ports: { authenticate } });
    const lost = send('/v1/pets', { headers: { 'X-Slow': 'yes' }, signal: aborted.signal });
    await expect(lost).rejects.toThrow('aborted');
    expect((await send('/v1/pets')).status).toBe(200);
    await expect.poll(() => reports.length).toBe(1);
    expect(authenticate).toHaveBeenCalledTimes(1);
  });

  it('needs no report', async () => {
    const { send } = await startApp({ ports: { report: undefined } });
    expect((await send('/v1/pets')).status).toBe(200);
  });
});
