import { randomBytes, randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type ApiKey, type Instant, idOfToken, newApiKeyToken } from '@animal-store/access';
import { nodeKeyMaterial } from '@animal-store/access/node';
import { type Idempotency, maxInt64, maxNewPetNameLength, type NewPet, type PetId, withId } from '@animal-store/domain';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import { createPostgresApiKeyRepository } from './create-postgres-api-key-repository.ts';
import { insertWithId } from './create-postgres-pet-maintenance.ts';
import { createPostgresPetRepository } from './create-postgres-pet-repository.ts';
import { toStoredName } from './decode-row.ts';
import type { PostgresPool, Query, Statement } from './open-pool.ts';
import { unusable } from './postgres-error.ts';

const insertCreation: Statement = {
  text: 'INSERT INTO creations (scope, key, pet_id, name, category_id, status, created) VALUES ($1, $2, $3, $4, $5, $6, 0)',
};

/**
 * Writes a row to each table and reads it by the operations of the repositories, in a transaction that the caller rolls back.
 * Adding an animal is tried as a retry, because a new one would consume an id. Rejects if a row is refused, hidden or changed.
 */
export const tryOperations = async (query: Query): Promise<void> => {
  const pool: PostgresPool = {
    query,
    read: query,
    pipeline: (operation) => operation(query),
    end: () => Promise.resolve(),
  };
  const pets = createPostgresPetRepository((operation) => TE.rightTask(() => operation(pool)));
  const apiKeys = createPostgresApiKeyRepository((operation) => TE.rightTask(() => operation(pool)));

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
  const outcomes = await Promise.all([
    pets.find(pet.id)(),
    pets.list({ after: (pet.id - 1n) as PetId, limit: 1 })(),
    pets.list({ status: 'pending', after: (pet.id - 1n) as PetId, limit: 1 })(),
    pets.add(newPet, idempotency)(),
    apiKeys.find(id)(),
    apiKeys.findByDigest(digest)(),
  ]);
  const key = O.some({ ...apiKey, revoked: at, lastUsed: at });
  const expected = [O.some(pet), [pet], [pet], { pet, replayed: true }, key, key].map((value) => E.right(value));
  const changed = ['pets', 'pets', 'pets', 'creations', 'api_keys', 'api_keys'].find(
    (_, index) => !isDeepStrictEqual(outcomes[index], expected[index]),
  );
  if (changed !== undefined)
    throw unusable(`a row of ${changed} is not read as it was written: look at the triggers of the table`);
};
