// The API and the duties of the service, as the documentation of Koa, its middlewares and the SQLite driver teaches it.
import { createHash, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import Router from '@koa/router';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import { destination, pino } from 'pino';
import { collectDefaultMetrics, Histogram } from 'prom-client';

type Animal = Readonly<Record<string, SQLOutputValue>>;

const openMemory = () => {
  const all: Animal[] = [];
  const lists: Record<string, Animal[] | undefined> = { all, available: [], pending: [], sold: [] };
  return {
    list: (most: number, status = 'all'): readonly Animal[] => lists[status]?.slice(0, most) ?? [],
    find: (id: bigint): Animal | undefined => all[Number(id) - 1],
    add: (animal: Animal): Animal => {
      const added = { ...animal, id: BigInt(all.length + 1) };
      for (const name of ['all', `${animal['status']}`]) lists[name]?.push(added);
      return added;
    },
  };
};

const openSqlite = (file: string): ReturnType<typeof openMemory> => {
  const database = new DatabaseSync(file, { timeout: 5000, readBigInts: true });
  database.exec('PRAGMA synchronous = FULL');
  const [columns, page] = ['id, name, category_id AS "categoryId", status', 'ORDER BY id LIMIT ?'];
  const all = database.prepare(`SELECT ${columns} FROM pets ${page}`);
  const filtered = database.prepare(`SELECT ${columns} FROM pets WHERE status = ? ${page}`);
  const one = database.prepare(`SELECT ${columns} FROM pets WHERE id = ?`);
  const insert = database.prepare(`INSERT INTO pets (name, category_id, status) VALUES (?, ?, ?) RETURNING ${columns}`);
  return {
    list: (most, status) => (status === undefined ? all.all(most) : filtered.all(status, most)),
    find: (id) => one.get(id),
    add: ({ name = null, categoryId = null, status = null }) => insert.get(name, categoryId, status) ?? {},
  };
};

const { SQLITE_FILE, API_KEY = '' } = process.env;
const animals = SQLITE_FILE ? openSqlite(SQLITE_FILE) : openMemory();
const digestOf = (credential: string): string => createHash('sha256').update(credential).digest('hex');
const keys = new Set([digestOf(API_KEY)]);
const log = pino({ base: null }, destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 1000 }));
collectDefaultMetrics();
const name = 'http_server_request_duration_seconds';
const durations = new Histogram({ name, help: 'Duration of a request', labelNames: ['method', 'route', 'status'] });

const toJson = ({ id, name, categoryId, status }: Animal): string =>
  `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId}${status ? `,"status":"${status}"` : ''}}`;
const isInt64 = (value: unknown): boolean => typeof value === 'bigint' && BigInt.asIntN(64, value) === value;
const isStatus = (value?: string): boolean => value === undefined || ['available', 'pending', 'sold'].includes(value);

const app = new Koa();

app.use(async (ctx, next) => {
  const begin = performance.now();
  const requestId = ctx.get('X-Request-Id') || randomUUID();
  ctx.set({ 'X-Request-Id': requestId, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  ctx.res.once('finish', () => {
    const labels = { method: ctx.method, route: String(ctx['_matchedRoute']), status: ctx.status };
    const duration = performance.now() - begin;
    durations.observe(labels, duration / 1000);
    log.info({ ...labels, requestId, apiKeyId: 'measured', duration: Math.round(duration * 1000) / 1000 }, 'request');
  });
  ctx.type = 'json';
  if (!keys.has(digestOf(ctx.get('Authorization').slice('Bearer '.length)))) ctx.throw(401);
  await next();
});

// As text, because its own JSON parser rounds integers.
app.use(bodyParser({ enableTypes: ['text'], extendTypes: { text: ['application/json'] } }));

const router = new Router({ prefix: '/v1' });

router.get('/pets', (ctx) => {
  const { limit: text = '20', status } = ctx.query as { readonly limit?: string; readonly status?: string };
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100 || !isStatus(status)) ctx.throw(400);
  const found = animals.list(limit + 1, status);
  if (found.length > limit) {
    const cursor = Buffer.from(`${found[limit - 1]?.['id']}`).toString('base64url');
    ctx.set('Link', `</v1/pets?limit=${limit}${status ? `&status=${status}` : ''}&cursor=${cursor}>; rel="next"`);
  }
  ctx.body = `[${found.slice(0, limit).map(toJson).join(',')}]`;
});

router.post('/pets', (ctx) => {
  const { name, categoryId, status } = JSON.parse(
    String(ctx.request.body),
    (key, value, context?: { source?: string }) => (key === 'categoryId' ? BigInt(context?.source ?? '') : value),
  );
  const isName = typeof name === 'string' && name.isWellFormed() && /^.{0,1000}$/su.test(name);
  if (!isName || !isInt64(categoryId) || !isStatus(status)) ctx.throw(400);
  const added = animals.add({ name, categoryId, status });
  ctx.status = 201;
  ctx.set('Location', `/v1/pets/${added['id']}`);
  ctx.body = toJson(added);
});

router.get('/pets/:petId', (ctx) => {
  const animal = animals.find(BigInt(ctx.params['petId'] ?? ''));
  if (animal === undefined) return ctx.throw(404);
  const successor = '</v1/pets>; rel="successor-version"';
  ctx.set({ Deprecation: '@1764892800', Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT', Link: successor });
  ctx.body = toJson(animal);
});

app.use(router.routes());
app.use(router.allowedMethods());

const server = app.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.stdout.write(`${JSON.stringify({ url, msg: 'listening' })}\n`);
});
