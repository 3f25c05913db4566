import { randomBytes, randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type ApiKey, type Instant, idOfToken, newApiKeyToken } from '@animal-store/access';
import { nodeKeyMaterial } from '@animal-store/access/node';
import {
  type Idempotency,
  maxInt64,
  maxNewPetNameLength,
  type NewPet,
  type PetId,
  type PetRepository,
  withId,
} from '@animal-store/domain';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import { createApiKeys } from './api-keys.ts';
import { unusable } from './errors.ts';
import { insertWithId } from './maintenance.ts';
import { createPets } from './pets.ts';
import type { PostgresPool, Query, Statement } from './pool.ts';
import { toStoredName } from './rows.ts';

const insertCreation: Statement = {
  text: 'INSERT INTO creations (scope, key, pet_id, name, category_id, status, created) VALUES ($1, $2, $3, $4, $5, $6, 0)',
};

/** An operation, the table whose row it reads or writes, and its result. */
type Trial = readonly [table: string, task: TE.TaskEither<unknown, unknown>, expected: unknown];

/**
 * Writes a row to each table and reads it by the operations of the repositories, in a transaction that the caller rolls back.
 * Adding an animal is tried as a retry, because a new one would consume an id. The compiler requires each operation on animals. Rejects if a row is refused, hidden or changed.
 */
export const tryOperations = async (query: Query): Promise<void> => {
  const pool: PostgresPool = {
    query,
    read: query,
    pipeline: (operation) => operation(query),
    end: () => Promise.resolve(),
  };
  const pets = createPets((operation) => TE.rightTask(() => operation(pool)));
  const apiKeys = createApiKeys((operation) => TE.rightTask(() => operation(pool)));

  // Rows of others, and of those who try at the same time, have other values.
  const text = randomBytes(maxNewPetNameLength / 2).toString('hex');
  const newPet = { name: text, categoryId: maxInt64, status: 'pending' } as NewPet;
  const pet = withId(BigInt(Number.MAX_SAFE_INTEGER - randomInt(2 ** 40)) as PetId, newPet);
  const { name, categoryId, status } = pet;
  const idempotency = { scope: text.slice(0, 255), key: text.slice(0, 255) } as Idempotency;
  const token = newApiKeyToken(nodeKeyMaterial)();
  const [id, digest, at] = [idOfToken(token), nodeKeyMaterial.sha256(token), 8.64e15 as Instant];
  const apiKey = { id, label: text.slice(0, 100), digest, created: at, expires: at } as ApiKey;

  // How long it waits for a table that another transaction has locked.
  await query({ text: "SET LOCAL lock_timeout = '1s'" });
  await Promise.all([
    query(insertWithId(pet)),
    query({
      ...insertCreation,
      values: [idempotency.scope, idempotency.key, pet.id, toStoredName(name), categoryId, status],
    }),
    apiKeys.add(apiKey)(),
    apiKeys.recordUse(id, at)(),
    apiKeys.revoke(id, at)(),
    query({ text: 'SET CONSTRAINTS ALL IMMEDIATE' }),
  ]);
  const range = { after: (pet.id - 1n) as PetId, limit: 1 };
  const key = O.some({ ...apiKey, revoked: at, lastUsed: at });
  // They run in this order, so a write that changes or removes the animal comes last.
  const ofPets: Readonly<Record<keyof PetRepository, readonly Trial[]>> = {
    find: [['pets', pets.find(pet.id), O.some(pet)]],
    list: [
      ['pets', pets.list(range), [pet]],
      ['pets', pets.list({ ...range, status: 'pending' }), [pet]],
    ],
    add: [['creations', pets.add(newPet, idempotency), { pet, replayed: true }]],
  };
  const trials: readonly Trial[] = [
    ...Object.values(ofPets).flat(),
    ['api_keys', apiKeys.find(id), key],
    ['api_keys', apiKeys.findByDigest(digest), key],
  ];
  const outcomes = await Promise.all(trials.map(([, task]) => task()));
  const changed = trials.find(([, , expected], index) => !isDeepStrictEqual(outcomes[index], E.right(expected)));
  if (changed !== undefined)
    throw unusable(`a row of ${changed[0]} is not read as it was written: look at the triggers of the table`);
};
