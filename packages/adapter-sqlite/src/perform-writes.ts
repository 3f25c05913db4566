import type { DatabaseSync } from 'node:sqlite';
import type { ApiKey } from '@animal-store/access';
import type { CategoryId, IdempotencyKey, IdempotencyScope, PetName } from '@animal-store/domain';
import { prepareRows, type RowStatement } from './open-connection.ts';
import { columns, newPetInsert, newPetValues } from './schema.ts';
import { resultCodeOf, resultCodes } from './sqlite-error.ts';
import type { Addition, WriteName, Writes } from './write-operations.ts';

/** How long records of idempotent creations are kept. */
export type RecordLifetime = 'forever' | { readonly days: number };

const millisecondsADay = 86_400_000;

/** Does the writes, each in a transaction that has the lock for writing. */
export type PerformWrites = {
  readonly [Name in WriteName]: (input: Writes[Name]['input']) => Writes[Name]['output'];
};

/**
 * The animal of a probe. A probe writes the pages that an addition writes: on a disk that is almost full there may be room
 * for one page in the log, and for no addition. No API key has this scope, because theirs have 8 characters.
 */
const sample = {
  newPet: { name: 'probe' as PetName, categoryId: 0n as CategoryId, status: 'available' },
  idempotency: { scope: 'probe' as IdempotencyScope, key: 'probe' as IdempotencyKey },
} as const satisfies Addition;

const integer = (value: number | undefined): bigint | null => (value === undefined ? null : BigInt(value));

/** Creates the writes of one connection. Statements that write use `run`, because `get` hides that a commit failed. */
export const createPerformWrites = (database: DatabaseSync, lifetime: RecordLifetime): PerformWrites => {
  const prepare = (sql: string): RowStatement => prepareRows(database, sql);
  const findCreation = prepare(`SELECT ${columns.creation} FROM creations WHERE scope = ? AND key = ?`);
  const insertPet = prepare(`INSERT INTO pets (${newPetInsert.columns}) VALUES (${newPetInsert.placeholders})`);
  const findPet = prepare(`SELECT ${columns.pet} FROM pets WHERE id = ?`);
  // AUTOINCREMENT goes on above the highest id, including one that was imported.
  const insertPetWithId = prepare(
    `INSERT INTO pets (id, ${newPetInsert.columns}) VALUES (?, ${newPetInsert.placeholders})`,
  );
  const insertCreation = prepare(
    `INSERT INTO creations (scope, key, pet_id, created, ${newPetInsert.columns})
     VALUES (?, ?, ?, ?, ${newPetInsert.placeholders})`,
  );
  // Each new record removes up to two that have expired, the oldest first, so a clean-up is never long.
  const removeExpired = prepare(
    'DELETE FROM creations WHERE rowid IN (SELECT rowid FROM creations ORDER BY rowid LIMIT 2) AND created < ?',
  );
  const lastId = prepare("SELECT seq FROM sqlite_sequence WHERE name = 'pets'");
  const removePet = prepare('DELETE FROM pets WHERE id = ?');
  const removeCreation = prepare('DELETE FROM creations WHERE scope = ? AND key = ?');
  const restoreLastId = prepare("UPDATE sqlite_sequence SET seq = ? WHERE name = 'pets'");
  // A store that was opened has this row: the probe adds an animal.
  const raiseLastId = prepare("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'pets'");
  const findTaken = prepare('SELECT 1 FROM api_keys WHERE id = ? OR digest = ?');
  const insertApiKey = prepare(
    'INSERT INTO api_keys (id, label, digest, created, expires, revoked, last_used) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  // The scalar function min returns NULL if one of its values is NULL.
  const revoke = prepare('UPDATE api_keys SET revoked = min(coalesce(revoked, ?2), ?2) WHERE id = ?1');
  const recordUse = prepare('UPDATE api_keys SET last_used = max(coalesce(last_used, ?2), ?2) WHERE id = ?1');
  const findApiKey = prepare(`SELECT ${columns.apiKey} FROM api_keys WHERE id = ?`);

  const findLastId = (): bigint => (lastId.get()?.[0] as bigint | undefined) ?? 0n;

  const idsAreUsedUp = (error: unknown): boolean =>
    resultCodeOf(error) === resultCodes.constraint && findLastId() >= Number.MAX_SAFE_INTEGER;

  const addPet = ({ newPet, idempotency }: Addition): Writes['addPet']['output'] => {
    const first = idempotency && findCreation.get(idempotency.scope, idempotency.key);
    if (first !== undefined) return { row: first, replayed: true };
    const fields = newPetValues(newPet);
    let id: number | bigint;
    try {
      id = insertPet.run(...fields).lastInsertRowid;
    } catch (error) {
      if (idsAreUsedUp(error)) return 'full';
      throw error;
    }
    if (idempotency !== undefined) {
      const now = Date.now();
      insertCreation.run(idempotency.scope, idempotency.key, id, BigInt(now), ...fields);
      if (lifetime !== 'forever') removeExpired.run(BigInt(now - lifetime.days * millisecondsADay));
    }
    return { row: [BigInt(id), ...fields], replayed: false };
  };

  const addApiKey = ({ id, label, digest, created, expires, revoked, lastUsed }: ApiKey): 'added' | 'taken' => {
    if (findTaken.get(id, digest) !== undefined) return 'taken';
    insertApiKey.run(id, label, digest, integer(created), integer(expires), integer(revoked), integer(lastUsed));
    return 'added';
  };

  return {
    addPet,
    insertPet: (pet) => {
      const found = findPet.get(pet.id);
      if (found === undefined) insertPetWithId.run(pet.id, ...newPetValues(pet));
      return found;
    },
    raiseLastId: (id) => {
      raiseLastId.run(id);
      return undefined;
    },
    addApiKey,
    revokeApiKey: ({ id, from }) => {
      revoke.run(id, integer(from));
      return findApiKey.get(id);
    },
    recordUse: ({ id, at }) => {
      recordUse.run(id, integer(at));
      return undefined;
    },
    probe: () => {
      const before = findLastId();
      const added = addPet(sample);
      if (added === 'full') return added;
      removePet.run(added.row[0] as bigint);
      removeCreation.run(sample.idempotency.scope, sample.idempotency.key);
      restoreLastId.run(before);
      return 'added';
    },
  };
};
