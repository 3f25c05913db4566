import { type ApiKeyRepository, apiKeyTaken } from '@animal-store/access';
import { either as E, function as F, option as O, taskEither as TE } from 'fp-ts';
import type { Row, Statement } from './pool.ts';
import { apiKeyNames, placeholders, toApiKey, toApiKeyRow } from './rows.ts';
import type { Run } from './run.ts';
import { setSynchronousCommit, waitAsWrites } from './schema.ts';

const select = (name: string, rest: string): Statement => ({
  name,
  text: `SELECT ${apiKeyNames} FROM api_keys ${rest}`,
});

const listAll = select('list_api_keys', 'ORDER BY created, id');
const findById = select('find_api_key', 'WHERE id = $1');
const findByDigest = select('find_api_key_by_digest', 'WHERE digest = $1');

const insert: Statement = {
  name: 'insert_api_key',
  text: `WITH inserted AS (
      INSERT INTO api_keys (${apiKeyNames}) VALUES (${placeholders(apiKeyNames)}) ON CONFLICT DO NOTHING RETURNING id
    ) SELECT EXISTS (SELECT FROM inserted) AS is_new, ${waitAsWrites}`,
};

// `least` and `greatest` ignore NULL.
const revoke: Statement = {
  name: 'revoke_api_key',
  text: `UPDATE api_keys SET revoked = least(revoked, $2) WHERE id = $1 RETURNING ${apiKeyNames}, ${setSynchronousCommit}`,
};
const recordUse: Statement = {
  name: 'record_use',
  text: `UPDATE api_keys SET last_used = greatest(last_used, $2) WHERE id = $1 RETURNING ${setSynchronousCommit}`,
};

/** Creates an `ApiKeyRepository` on PostgreSQL. */
export const createApiKeys = (run: Run): ApiKeyRepository => {
  const query = (statement: Statement, ...values: unknown[]) => run((pool) => pool.query({ ...statement, values }));
  const first = (statement: Statement, ...values: unknown[]) =>
    TE.map((rows: readonly Row[]) => O.map(toApiKey)(O.fromNullable(rows[0])))(query(statement, ...values));

  return {
    add: (key) =>
      F.pipe(
        query(insert, ...toApiKeyRow(key)),
        TE.flatMapEither(([row]) => (row?.[0] === true ? E.right(undefined) : E.left(apiKeyTaken))),
      ),
    list: () => TE.map((rows: readonly Row[]) => rows.map(toApiKey))(query(listAll)),
    find: (id) => first(findById, id),
    findByDigest: (digest) => first(findByDigest, digest),
    revoke: (id, from) => first(revoke, id, from),
    recordUse: (id, at) => TE.map(() => undefined)(query(recordUse, id, at)),
  };
};
