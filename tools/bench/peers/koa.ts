// The same API in memory, as usually written with Koa 3, @koa/router and koa-bodyparser; Ajv validates.
import Router from '@koa/router';
import { Ajv } from 'ajv';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import type { SampleAnimal } from '../operations.ts';
import { observe, requestIdOf } from './observe.ts';
import { announce, errors, isKnown } from './peer.ts';
import { addPet, findPet, listPets, type PetQuery, parseNewPet, petJson, petsJson, schemas } from './pets.ts';

const ajv = new Ajv({ coerceTypes: true, useDefaults: true });
const isQuery = ajv.compile<PetQuery>(schemas.query);
const isNewPet = ajv.compile<SampleAnimal>(schemas.newPet);

const router = new Router()
  .get('/v1/pets', (ctx) => {
    const query: unknown = { ...ctx.query };
    if (!isQuery(query)) return ctx.throw(400);
    ctx.type = 'json';
    ctx.body = petsJson(listPets(query));
  })
  .get('/v1/pets/:petId', (ctx) => {
    const pet = findPet(Number(ctx.params['petId']));
    ctx.status = pet === undefined ? 404 : 200;
    ctx.type = 'json';
    ctx.body = pet === undefined ? errors[404] : petJson(pet);
  })
  .post('/v1/pets', bodyParser(), (ctx) => {
    // The body that koa-bodyparser has parsed is rounded.
    const body: unknown = parseNewPet(String(ctx.request.rawBody));
    if (!isNewPet(body)) return ctx.throw(400);
    ctx.status = 201;
    ctx.type = 'json';
    ctx.body = petJson(addPet(body));
  });

const app = new Koa();
app.use(async (ctx, next) => {
  const begin = performance.now();
  const requestId = requestIdOf(ctx.req);
  ctx.set('X-Request-Id', requestId);
  await next();
  const { method, status } = ctx;
  observe({ requestId, method, route: String(ctx['_matchedRoute'] ?? ''), status, begin });
});
app.use(async (ctx, next) => {
  if (isKnown(ctx.get('Authorization'))) return next();
  ctx.status = 401;
  ctx.type = 'json';
  ctx.body = errors[401];
});
app.use(router.routes());
app.use(router.allowedMethods());

const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') announce(`http://127.0.0.1:${address?.port}`);
});
