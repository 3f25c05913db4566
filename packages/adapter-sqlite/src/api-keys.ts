import { type ApiKeyRepository, apiKeyTaken } from '@animal-store/access';
import { either as E, function as F, option as O, taskEither as TE } from 'fp-ts';
import { apiKeyColumns, marksFor, toApiKey, toApiKeyValues } from './rows.ts';
import type { Database } from './run.ts';

/** Creates an `ApiKeyRepository` on an SQLite file. */
export const createApiKeys = ({ prepare, read, write }: Database): ApiKeyRepository => {
  const listAll = prepare(`SELECT ${apiKeyColumns} FROM api_keys ORDER BY created, id`);
  const findById = prepare(`SELECT ${apiKeyColumns} FROM api_keys WHERE id = ?`);
  const findByDigest = prepare(`SELECT ${apiKeyColumns} FROM api_keys WHERE digest = ?`);
  const findTaken = prepare('SELECT 1 FROM api_keys WHERE id = ? OR digest = ?');
  const insert = prepare(`INSERT INTO api_keys (${apiKeyColumns}) VALUES (${marksFor(apiKeyColumns)})`);
  // The scalar functions min and max return NULL if one of their values is NULL.
  const revoke = prepare('UPDATE api_keys SET revoked = min(coalesce(revoked, ?2), ?2) WHERE id = ?1');
  const recordUse = prepare('UPDATE api_keys SET last_used = max(coalesce(last_used, ?2), ?2) WHERE id = ?1');

  return {
    add: (key) => {
      const { id, digest } = key;
      // Now: the caller may change the original before the commit.
      const values = toApiKeyValues(key);
      return F.pipe(
        write(() => {
          if (findTaken.get(id, digest) !== undefined) return false;
          insert.run(...values);
          return true;
        }),
        TE.flatMapEither((isAdded) => (isAdded ? E.right(undefined) : E.left(apiKeyTaken))),
      );
    },
    list: () => read(() => listAll.all().map(toApiKey)),
    find: (id) => read(() => O.map(toApiKey)(O.fromNullable(findById.get(id)))),
    findByDigest: (digest) => read(() => O.map(toApiKey)(O.fromNullable(findByDigest.get(digest)))),
    revoke: (id, from) =>
      write(() => {
        revoke.run(id, from);
        return O.map(toApiKey)(O.fromNullable(findById.get(id)));
      }),
    recordUse: (id, at) =>
      write(() => {
        recordUse.run(id, at);
      }),
  };
};
