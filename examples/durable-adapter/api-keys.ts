import { type ApiKey, type ApiKeyRepository, apiKeyOfColumns, apiKeyTaken } from '@animal-store/access';
import { reasonsOf } from '@animal-store/domain';
import { either as E, function as F, option as O, taskEither as TE } from 'fp-ts';
import type { Database, Row } from './database.ts';

// In the order that `apiKeyOfColumns` expects.
const apiKeyColumns = 'id, label, digest, created, expires, revoked, last_used';

const toApiKey = (row: Row): ApiKey => {
  const decoded = apiKeyOfColumns(Object.values(row));
  if (E.isRight(decoded)) return decoded.right;
  throw new Error(`The API key ${row['id']} cannot be read: ${reasonsOf(decoded.left)}`);
};

export const createApiKeyRepository = ({ query, change, read, write }: Database): ApiKeyRepository => {
  const select = (rest: string, ...values: readonly string[]): readonly Row[] =>
    query(`SELECT ${apiKeyColumns} FROM api_keys ${rest}`, ...values);

  return {
    add: ({ id, label, digest, created, expires = null, revoked = null, lastUsed = null }) =>
      F.pipe(
        write(() => {
          if (select('WHERE id = ? OR digest = ?', id, digest).length > 0) return E.left(apiKeyTaken);
          const sql = 'INSERT INTO api_keys VALUES (?, ?, ?, ?, ?, ?, ?)';
          change(sql, id, label, digest, created, expires, revoked, lastUsed);
          return E.right(undefined);
        }),
        TE.flatMapEither((outcome: E.Either<typeof apiKeyTaken, undefined>) => outcome),
      ),
    list: () => read(() => select('ORDER BY created, id').map(toApiKey)),
    find: (id) => read(() => O.fromNullable(select('WHERE id = ?', id).map(toApiKey)[0])),
    findByDigest: (digest) => read(() => O.fromNullable(select('WHERE digest = ?', digest).map(toApiKey)[0])),
    revoke: (id, from) =>
      write(() => {
        change('UPDATE api_keys SET revoked = min(coalesce(revoked, ?2), ?2) WHERE id = ?1', id, from);
        return O.fromNullable(select('WHERE id = ?', id).map(toApiKey)[0]);
      }),
    recordUse: (id, at) =>
      write(() => {
        change('UPDATE api_keys SET last_used = max(coalesce(last_used, ?2), ?2) WHERE id = ?1', id, at);
      }),
  };
};
