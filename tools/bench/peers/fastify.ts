// The same in memory as one would write it with Fastify: schemas that validate and serialise, a hook for the key.
import { fastify } from 'fastify';
import type { SampleAnimal } from '../sample-animal.ts';
import { announce, isKnown } from './exchange.ts';

const status = { type: 'string', enum: ['available', 'pending', 'sold'] };
const fields = { name: { type: 'string' }, categoryId: { type: 'integer' }, status };
const required = ['name', 'categoryId'];
const newPet = { type: 'object', properties: fields, required };
const pet = { type: 'object', properties: { id: { type: 'integer' }, ...fields }, required: ['id', ...required] };
const limit = { type: 'integer', minimum: 1, maximum: 100, default: 20 };
const petId = { type: 'object', properties: { petId: { type: 'integer' } } };

interface Query {
  readonly limit: number;
  readonly status?: string;
}

const pets: (SampleAnimal & { readonly id: number })[] = [];

const found = (query: Query): typeof pets => {
  if (query.status === undefined) return pets.slice(0, query.limit);
  const page = [];
  for (const each of pets) {
    if (page.length === query.limit) break;
    if (each.status === query.status) page.push(each);
  }
  return page;
};

const app = fastify();

app.addHook('onRequest', async (request, reply) => {
  if (!isKnown(request.headers.authorization)) return reply.code(401).send({});
});

app.get<{ Querystring: Query }>(
  '/v1/pets',
  {
    schema: {
      querystring: { type: 'object', properties: { limit, status } },
      response: { 200: { type: 'array', items: pet } },
    },
  },
  async (request) => found(request.query),
);

app.get<{ Params: { readonly petId: number } }>(
  '/v1/pets/:petId',
  { schema: { params: petId, response: { 200: pet } } },
  async (request, reply) => pets[request.params.petId - 1] ?? reply.code(404).send({}),
);

app.post<{ Body: SampleAnimal }>(
  '/v1/pets',
  { schema: { body: newPet, response: { 201: pet } } },
  async (request, reply) => {
    const added = { id: pets.length + 1, ...request.body };
    pets.push(added);
    return reply.code(201).send(added);
  },
);

announce(await app.listen({ port: 0, host: '127.0.0.1' }));
