import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import type { FoundStore, StoreMisconfigured } from '@animal-store/store';
import { taskEither as TE } from 'fp-ts';
import { compare } from './compare.ts';
import { absent, misconfigurationOf, postgresError, unusable } from './errors.ts';
import { raiseIds } from './ids.ts';
import type { PostgresPool, Query } from './pool.ts';
import { assertAccess, lacks } from './rights.ts';
import { idSequence, steps as released, type Step, scriptOf, tables } from './schema.ts';
import { openFirst } from './servers.ts';

// A schema of which the user has no right to USAGE is not searched, as if it were not there.
const look = `
  SELECT to_regclass('animal_store') IS NOT NULL AS exists,
    has_table_privilege(to_regclass('animal_store'), 'SELECT') AS is_readable,
    (SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('animal_store')) AS is_owner,
    (SELECT nspname FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
      WHERE relname = 'animal_store' AND NOT has_schema_privilege(n.oid, 'USAGE') AND quote_ident(nspname) = ANY
        (regexp_split_to_array(replace(current_setting('search_path'), '"$user"', quote_ident(current_user)), ', *'))
      LIMIT 1) AS hidden,
    (SELECT name FROM unnest('{${[...tables, idSequence]}}'::text[]) AS name WHERE to_regclass(name) IS NOT NULL LIMIT 1) AS part`;

/** The steps that a start has to take, which are all in an empty database. Rejects if waiting does not help. */
const findDue = async (query: Query, steps: readonly Step[]): Promise<readonly Step[]> => {
  const [[exists, isReadable, isOwner, hidden, part] = []] = await query({ name: 'look', text: look });
  if (exists !== true && hidden !== null) throw lacks(`USAGE on SCHEMA ${hidden}`);
  if (exists !== true && part !== null)
    throw absent(`table animal_store does not exist, and ${part} does; restore it, or use another schema`);
  if (exists !== true) return steps;
  if (isReadable !== true) throw lacks('SELECT on animal_store');
  const [[version] = []] = await query({ text: 'SELECT max(animal_store.version) FROM animal_store' });
  if (!(Number(version) >= 1)) throw unusable('animal_store has no row with the version of the tables');
  if (Number(version) > steps.length)
    throw unusable(
      `the database has version ${version} of the tables, and this program knows only version ${steps.length}; use a newer program`,
    );
  const due = steps.slice(Number(version));
  if (due[0] !== undefined && isOwner !== true)
    throw unusable(
      `a start has to ${due[0].title}, and only the owner of the tables may do that: start once as that user`,
    );
  return due;
};

const take = async (query: Query, isEmpty: boolean, script: string): Promise<void> => {
  try {
    // A step may take long.
    await query({ text: script, query_timeout: 2 ** 31 - 1 });
  } catch (error) {
    const refused = misconfigurationOf(error) && (error as Error).message;
    if (refused === undefined) throw error;
    throw unusable(
      isEmpty
        ? `the tables cannot be created: ${refused}. They need a schema in which the user may create tables`
        : `the tables cannot be changed: ${refused}. A step needs the owner of the tables`,
    );
  }
};

/**
 * Rejects unless animals and keys can be read and written, as far as that can be checked without writing. Returns the last id that
 * was assigned; NULL if none was.
 */
const examine = async (query: Query, isOpening: boolean, steps: readonly Step[]): Promise<unknown> => {
  const due = await findDue(query, steps);
  if (due.length === steps.length) throw absent('table animal_store does not exist');
  if (due.length > 0) throw unusable('the tables have an older version, and only a start changes them');
  await compare(query, isOpening);
  return assertAccess(query);
};

/**
 * Brings an empty database or an older version up to date if this is a start, and examines it. It raises the ids if they are behind.
 */
export const prepare = async (
  pool: PostgresPool,
  isStart: boolean,
  steps: readonly Step[] = released,
): Promise<void> => {
  const due = isStart ? await findDue(pool.query, steps) : [];
  if (due.length > 0) await take(pool.query, due.length === steps.length, scriptOf(steps));
  await examine(pool.query, true, steps);
  await raiseIds(pool);
};

/** Rejects unless animals can be read and added now. */
export const assertReady = async ({ query }: PostgresPool, steps: readonly Step[] = released): Promise<void> => {
  const last = await examine(query, false, steps);
  if (last === BigInt(Number.MAX_SAFE_INTEGER)) throw postgresError('no id is left for a new animal', '2200H');
};

/** What a start would find and do. It tries in an empty database what a start does, and rolls it back. */
export const check = async ({ query }: PostgresPool, steps: readonly Step[] = released): Promise<FoundStore> => {
  const due = await findDue(query, steps);
  if (due.length === steps.length) {
    await take(query, true, `BEGIN; ${scriptOf(steps)}; ROLLBACK`);
    return { state: 'empty', steps: [] };
  }
  if (due.length === 0) await examine(query, true, steps);
  return { state: 'ours', steps: due.map(({ title }) => title) };
};

/** Checks that `openPostgres` can use the database that a connection string names. It changes nothing. */
export const checkPostgres = (uri: string): TE.TaskEither<StoreMisconfigured | RepositoryUnavailable, FoundStore> =>
  TE.tryCatch(
    async () => {
      const { pool, found } = await openFirst(uri, check);
      await pool.end();
      return found;
    },
    (error) => misconfigurationOf(error) ?? repositoryUnavailable(error),
  );
