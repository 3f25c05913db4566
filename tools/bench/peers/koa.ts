// The API as the documentation of Koa, @koa/router and koa-bodyparser teaches it.
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import { animalJson, isInt64, longestName, pageOf, parseAnimal, statuses } from './animals.ts';
import { announce, deprecation, headersOf, isKnown, observe } from './duties.ts';
import { openAnimals } from './stores.ts';

const animals = await openAnimals(process.env);
const shortEnough = new RegExp(`^.{0,${longestName}}$`, 'su');
const isStatus = (status: string | undefined): boolean => status === undefined || statuses.includes(status);

const app = new Koa();

app.use(async (ctx, next) => {
  const begin = performance.now();
  const requestId = ctx.get('X-Request-Id') || randomUUID();
  ctx.set(headersOf(requestId));
  ctx.res.once('finish', () => {
    const labels = { method: ctx.method, route: String(ctx['_matchedRoute']), status: ctx.status };
    observe(labels, requestId, performance.now() - begin);
  });
  if (!isKnown(ctx.get('Authorization'))) ctx.throw(401);
  await next();
});

// As text, because its own JSON parser rounds integers.
app.use(bodyParser({ enableTypes: ['text'], extendTypes: { text: ['application/json'] } }));

const router = new Router({ prefix: '/v1' });

router.get('/pets', async (ctx) => {
  const { limit: text = '20', status } = ctx.query as { readonly limit?: string; readonly status?: string };
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100 || !isStatus(status)) ctx.throw(400);
  const { json, next } = pageOf(await animals.list(limit + 1, status), limit, status);
  if (next !== undefined) ctx.set('Link', next);
  ctx.type = 'json';
  ctx.body = json;
});

router.post('/pets', async (ctx) => {
  const animal = parseAnimal(String(ctx.request.body));
  const { name, categoryId, status } = animal;
  const isName = typeof name === 'string' && name.isWellFormed() && shortEnough.test(name);
  if (!isName || !isInt64(categoryId) || !isStatus(status)) ctx.throw(400);
  const added = await animals.add(animal);
  ctx.status = 201;
  ctx.set('Location', `/v1/pets/${added.id}`);
  ctx.type = 'json';
  ctx.body = animalJson(added);
});

router.get('/pets/:petId', async (ctx) => {
  const animal = await animals.find(BigInt(ctx.params['petId'] ?? ''));
  if (animal === undefined) return ctx.throw(404);
  ctx.set(deprecation);
  ctx.type = 'json';
  ctx.body = animalJson(animal);
});

app.use(router.routes());
app.use(router.allowedMethods());

const server = app.listen(0, '127.0.0.1', () => announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
