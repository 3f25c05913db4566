import { type ApiKeyRepository, apiKeyTaken } from '@animal-store/access';
import { either as E, function as F, option as O, taskEither as TE } from 'fp-ts';
import { apiKeyColumns, marksFor, type Row, toApiKey } from './rows.ts';
import type { Database } from './run.ts';

export const createApiKeys = ({ query, change, read, write }: Database): ApiKeyRepository => {
  const select = (rest: string, ...values: readonly string[]): readonly Row[] =>
    query(`SELECT ${apiKeyColumns} FROM api_keys ${rest}`, ...values);

  return {
    add: ({ id, label, digest, created, expires = null, revoked = null, lastUsed = null }) =>
      F.pipe(
        write(() => {
          if (select('WHERE id = ? OR digest = ?', id, digest).length > 0) return E.left(apiKeyTaken);
          const sql = `INSERT INTO api_keys (${apiKeyColumns}) VALUES (${marksFor(apiKeyColumns)})`;
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
