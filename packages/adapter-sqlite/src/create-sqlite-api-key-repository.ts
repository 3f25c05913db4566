import { ApiKey, type ApiKeyRepository, apiKeyTaken } from '@animal-store/access';
import { either as E, option as O } from 'fp-ts';
import { toApiKey } from './decode-row.ts';
import type { Reader } from './reader.ts';
import { columns } from './schema.ts';
import type { Writer } from './writer.ts';

/** Creates an `ApiKeyRepository` on an SQLite file. */
export const createSqliteApiKeyRepository = ({ prepare, read }: Reader, { write }: Writer): ApiKeyRepository => {
  const select = (rest: string): ReturnType<Reader['prepare']> =>
    prepare(`SELECT ${columns.apiKey} FROM api_keys ${rest}`);
  const listAll = select('ORDER BY created, id');
  const findById = select('WHERE id = ?');
  const findByDigest = select('WHERE digest = ?');

  return {
    add: (apiKey) => async () => {
      const outcome = await write('addApiKey', ApiKey.encode(apiKey));
      if (E.isLeft(outcome)) return outcome;
      return outcome.right === 'taken' ? E.left(apiKeyTaken) : E.right(undefined);
    },
    list: () => read(() => listAll().map(toApiKey)),
    find: (id) => read(() => O.map(toApiKey)(O.fromNullable(findById(id)[0]))),
    findByDigest: (digest) => read(() => O.map(toApiKey)(O.fromNullable(findByDigest(digest)[0]))),
    revoke: (id, from) => async () => {
      const row = await write('revokeApiKey', { id, from });
      return E.isLeft(row) ? row : E.right(O.map(toApiKey)(O.fromNullable(row.right)));
    },
    recordUse: (id, at) => () => write('recordUse', { id, at }),
  };
};
