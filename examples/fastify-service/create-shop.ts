import { type AccessPorts, authenticate, scopeOfApiKey } from '@animal-store/access';
import {
  type AnimalStore,
  IdempotencyKey,
  type InvalidPet,
  PageLimit,
  PetId,
  PetStatus,
  parseNewPetJson,
  petJson,
} from '@animal-store/domain';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';

// The use cases return tagged values, and this table has a status for each tag: the compiler notices a missing one.
const statuses = {
  InvalidPet: 400,
  InvalidQuery: 400,
  InvalidIdempotencyKey: 400,
  Unauthenticated: 401,
  IdempotencyKeyReused: 422,
  RepositoryFull: 503,
  RepositoryUnavailable: 503,
} as const;

type Failure = Pick<Partial<InvalidPet>, 'violations'> & { readonly _tag: keyof typeof statuses };

const refuse = (reply: FastifyReply, { _tag, violations }: Failure): FastifyReply =>
  reply.code(statuses[_tag]).send({ reason: _tag, violations });

/** An id in a query. Not `Number(text)`, which would round it. */
const toPetId = (text: string): PetId | undefined => {
  const id = /^\d{1,19}$/.test(text) ? BigInt(text) : undefined;
  return PetId.is(id) ? id : undefined;
};

type PageQuery = Readonly<Partial<Record<'limit' | 'status' | 'after', string>>>;

/** A service of another kind on the use cases. It never needs fp-ts: `_tag` tells a failure from a success. */
export const createShop = (store: AnimalStore, access: AccessPorts): FastifyInstance => {
  const app = fastify();
  // The domain reads and writes JSON, because `JSON.parse` rounds large integers.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => done(null, text));

  const apiKeyOf = ({ headers }: Pick<FastifyRequest, 'headers'>) =>
    authenticate(access)(/^Bearer (.*)$/i.exec(headers.authorization ?? '')?.[1] ?? '')();

  app.get<{ Querystring: PageQuery }>('/animals', async (request, reply) => {
    const apiKey = await apiKeyOf(request);
    if (apiKey._tag === 'Left') return refuse(reply, apiKey.left);

    const { limit: limitText = '20', status, after: afterText } = request.query;
    const limit = Number(limitText);
    const after = afterText === undefined ? undefined : toPetId(afterText);
    // The guards narrow: from here on `limit` is a PageLimit, and `status` a PetStatus.
    if (!PageLimit.is(limit) || (status !== undefined && !PetStatus.is(status)) || (afterText && after === undefined))
      return refuse(reply, { _tag: 'InvalidQuery' });

    const filter = status === undefined ? {} : { status };
    const page = await store.listPets({ limit, ...filter, ...(after === undefined ? {} : { after }) })();
    if (page._tag === 'Left') return refuse(reply, page.left);
    const { pets, next } = page.right;
    if (next !== undefined) {
      const query = new URLSearchParams({ ...filter, limit: limitText, after: String(next) });
      reply.header('link', `</animals?${query}>; rel="next"`);
    }
    return reply.type('application/json').send(`[${pets.map(petJson).join(',')}]`);
  });

  app.post<{ Body: string }>('/animals', async (request, reply) => {
    const apiKey = await apiKeyOf(request);
    if (apiKey._tag === 'Left') return refuse(reply, apiKey.left);

    const key = request.headers['idempotency-key'];
    if (key !== undefined && !IdempotencyKey.is(key)) return refuse(reply, { _tag: 'InvalidIdempotencyKey' });
    const newPet = parseNewPetJson(request.body ?? '');
    if (newPet._tag === 'Left') return refuse(reply, newPet.left);

    // The same key of another client is another key.
    const idempotency = key && { scope: scopeOfApiKey(apiKey.right.id), key };
    const added = await store.addPet(newPet.right, idempotency)();
    if (added._tag === 'Left') return refuse(reply, added.left);
    return reply.code(201).type('application/json').send(petJson(added.right.pet));
  });
  return app;
};
