import { createMemoryPetRepository } from '@animal-store/adapter-memory';
import { createAnimalStore, PetId, parseNewPetJson, petJson } from '@animal-store/domain';
import fastify, { type FastifyInstance } from 'fastify';
import { either as E } from 'fp-ts';

const isInteger = (text: string): boolean => /^-?\d{1,19}$/.test(text);

/** A service with two routes. Ids are exact: the text of a body is read and written by the domain, not by `JSON`. */
export const createShop = (): FastifyInstance => {
  const { addPet, getPet } = createAnimalStore({ pets: createMemoryPetRepository() });
  const app = fastify();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => done(null, text));

  app.post<{ Body: string }>('/animals', async (request, reply) => {
    const newPet = parseNewPetJson(request.body ?? '');
    if (E.isLeft(newPet)) return reply.code(400).send(newPet.left.violations);
    const added = await addPet(newPet.right)();
    if (E.isLeft(added)) return reply.code(503).send({ reason: added.left._tag });
    return reply.code(201).type('application/json').send(petJson(added.right));
  });

  app.get<{ Params: { id: string } }>('/animals/:id', async (request, reply) => {
    const { id: text } = request.params;
    const id = PetId.decode(isInteger(text) ? BigInt(text) : text);
    if (E.isLeft(id)) return reply.code(404).send({ reason: 'PetNotFound' });
    const found = await getPet(id.right)();
    if (E.isRight(found)) return reply.type('application/json').send(petJson(found.right));
    return reply.code(found.left._tag === 'PetNotFound' ? 404 : 503).send({ reason: found.left._tag });
  });
  return app;
};
