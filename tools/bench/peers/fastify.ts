// The API as usually written with Fastify 5: schemas validate, and hooks check the key and observe.
import { randomUUID } from 'node:crypto';
import { fastify } from 'fastify';
import { animalJson, isInt64, longestName, type NewAnimal, pageOf, parseAnimal, statuses } from './animals.ts';
import { announce, deprecation, headersOf, isKnown, observe } from './duties.ts';
import { openAnimals } from './stores.ts';

const animals = await openAnimals(process.env);
const app = fastify({ requestIdHeader: 'x-request-id', genReqId: () => randomUUID() });
const status = { type: 'string', enum: statuses };

app.addHook('onRequest', async (request, reply) => {
  reply.headers(headersOf(request.id));
  if (!isKnown(request.headers.authorization)) return reply.code(401).send({ code: 'unauthorized' });
});
app.addHook('onResponse', async ({ id, method, routeOptions }, { statusCode, elapsedTime }) =>
  observe({ method, route: String(routeOptions.url), status: statusCode }, id, elapsedTime),
);
app.removeContentTypeParser('application/json');
app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, text: string) =>
  parseAnimal(text),
);

const limit = { type: 'integer', minimum: 1, maximum: 100, default: 20 };
app.get<{ Querystring: { limit: number; status?: string } }>(
  '/v1/pets',
  { schema: { querystring: { type: 'object', properties: { limit, status } } } },
  async ({ query }, reply) => {
    const { json, next } = pageOf(await animals.list(query.limit + 1, query.status), query.limit, query.status);
    if (next !== undefined) reply.header('Link', next);
    return reply.type('application/json').send(json);
  },
);

app.get<{ Params: { petId: string } }>('/v1/pets/:petId', async ({ params }, reply) => {
  const animal = await animals.find(BigInt(params.petId));
  if (animal === undefined) return reply.code(404).send({ code: 'not_found' });
  return reply.headers(deprecation).type('application/json').send(animalJson(animal));
});

const properties = { name: { type: 'string', maxLength: longestName }, status };
const newAnimal = { type: 'object', properties, required: ['name', 'categoryId'] };
app.post<{ Body: NewAnimal }>('/v1/pets', { schema: { body: newAnimal } }, async ({ body }, reply) => {
  // Ajv knows no bigint.
  if (!isInt64(body.categoryId) || !body.name.isWellFormed()) return reply.code(400).send({ code: 'invalid' });
  const added = await animals.add(body);
  reply.code(201).header('Location', `/v1/pets/${added.id}`).type('application/json');
  return reply.send(animalJson(added));
});

announce(await app.listen({ port: 0, host: '127.0.0.1' }));
