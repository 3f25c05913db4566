// The same API in memory, as usually written with Fastify 5: schemas validate and serialise, and hooks check the key
// and observe.
import { fastify } from 'fastify';
import type { SampleAnimal } from '../operations.ts';
import { observe, requestIdOf } from './observe.ts';
import { announce, errors, isKnown } from './peer.ts';
import { addPet, findPet, listPets, type PetQuery, parseNewPet, schemas } from './pets.ts';

const app = fastify({ genReqId: requestIdOf });

app.addHook('onRequest', async (request, reply) => {
  reply.header('X-Request-Id', request.id);
});
app.addHook('onResponse', async (request, reply) => {
  const { method, id: requestId } = request;
  const begin = performance.now() - reply.elapsedTime;
  observe({ requestId, method, route: request.routeOptions.url ?? '', status: reply.statusCode, begin });
});

// Fastify's own parser rounds integers.
app.removeContentTypeParser('application/json');
app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: unknown, text: string) =>
  parseNewPet(text),
);

app.addHook('onRequest', async (request, reply) => {
  if (!isKnown(request.headers.authorization)) return reply.code(401).type('application/json').send(errors[401]);
});

app.get<{ Querystring: PetQuery }>(
  '/v1/pets',
  { schema: { querystring: schemas.query, response: { 200: { type: 'array', items: schemas.pet } } } },
  async (request) => listPets(request.query),
);

app.get<{ Params: { readonly petId: number } }>(
  '/v1/pets/:petId',
  {
    schema: {
      params: { type: 'object', properties: { petId: { type: 'integer' } } },
      response: { 200: schemas.pet },
    },
  },
  async (request, reply) => findPet(request.params.petId) ?? reply.code(404).type('application/json').send(errors[404]),
);

app.post<{ Body: SampleAnimal }>(
  '/v1/pets',
  { schema: { body: schemas.newPet, response: { 201: schemas.pet } } },
  async (request, reply) => reply.code(201).send(addPet(request.body)),
);

announce(await app.listen({ port: 0, host: '127.0.0.1' }));
