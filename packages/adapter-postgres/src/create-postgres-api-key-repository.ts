import { type ApiKey, type ApiKeyRepository, apiKeyTaken } from '@animal-store/access';
import { either as E, function as F, option as O, taskEither as TE } from 'fp-ts';
import { columns, toApiKey } from './decode-row.ts';
import type { RunOperation } from './run-operation.ts';
import { durably, type Row, type Statement, type Value } from './statement.ts';

const select = (name: string, rest: string): Statement => ({
  name,
  text: `SELECT ${columns.apiKey} FROM api_keys ${rest}`,
});

const listAll = select('list_api_keys', 'ORDER BY created, id');
const findById = select('find_api_key', 'WHERE id = $1');
const findByDigest = select('find_api_key_by_digest', 'WHERE digest = $1');

const insert: Statement = {
  name: 'insert_api_key',
  text: `INSERT INTO api_keys (${columns.apiKey}) VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT DO NOTHING RETURNING ${durably}`,
};

// `least` and `greatest` ignore NULL.
const revoke: Statement = {
  name: 'revoke_api_key',
  text: `UPDATE api_keys SET revoked = least(revoked, $2) WHERE id = $1 RETURNING ${columns.apiKey}, ${durably}`,
};
const recordUse: Statement = {
  name: 'record_use',
  text: `UPDATE api_keys SET last_used = greatest(last_used, $2) WHERE id = $1 RETURNING ${durably}`,
};

/** Creates an `ApiKeyRepository` on PostgreSQL. */
export const createPostgresApiKeyRepository = (run: RunOperation): ApiKeyRepository => {
  const query = (statement: Statement, ...values: readonly Value[]) =>
    run((pool, isOver) => pool.query(statement, values, isOver));
  const read = (statement: Statement, ...values: readonly Value[]) =>
    run((pool, isOver) => pool.read(statement, values, isOver));
  const first = <A>(decode: (row: Row) => A) =>
    TE.map((rows: readonly Row[]) => O.map(decode)(O.fromNullable(rows[0])));

  return {
    add: ({ id, label, digest, created, expires, revoked, lastUsed }: ApiKey) =>
      F.pipe(
        query(insert, id, label, digest, created, expires ?? null, revoked ?? null, lastUsed ?? null),
        TE.flatMapEither((rows) => (rows.length === 0 ? E.left(apiKeyTaken) : E.right(undefined))),
      ),
    list: () => TE.map((rows: readonly Row[]) => rows.map(toApiKey))(read(listAll)),
    find: (id) => first(toApiKey)(read(findById, id)),
    findByDigest: (digest) => first(toApiKey)(read(findByDigest, digest)),
    revoke: (id, from) => first(toApiKey)(query(revoke, id, from)),
    recordUse: (id, at) => TE.map(() => undefined)(query(recordUse, id, at)),
  };
};
