import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import type { FoundStore, StoreMisconfigured } from '@animal-store/store';
import { taskEither as TE } from 'fp-ts';
import { compare } from './compare.ts';
import { absent, misconfigurationOf, unusable } from './errors.ts';
import { raiseIds } from './ids.ts';
import type { PostgresPool, Query } from './pool.ts';
import { steps as released, type Step, scriptOf } from './schema.ts';
import { openFirst } from './servers.ts';

/** The steps that a start has to take, which are all in an empty database. Rejects if waiting does not help. */
const findDue = async (query: Query, steps: readonly Step[]): Promise<readonly Step[]> => {
  const ofTable = "SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('animal_store')";
  const [owned] = await query({ name: 'look', text: ofTable });
  if (owned === undefined) return steps;
  const [[version] = []] = await query({ text: 'SELECT max(version) FROM animal_store' });
  if (version === null) throw unusable('animal_store has no row with the version of the tables');
  const taken = Number(version);
  if (taken > steps.length)
    throw unusable(
      `the database has version ${taken} of the tables, and this program knows only version ${steps.length}; use a newer program`,
    );
  const due = steps.slice(taken);
  if (due[0] !== undefined && owned[0] !== true)
    throw unusable(
      `a start has to ${due[0].title}, and only the owner of the tables may do that: start once as that user`,
    );
  return due;
};

/** Takes the steps, which may last long. */
const take = (query: Query, script: string) => query({ text: script, query_timeout: 2 ** 31 - 1 });

/** Rejects unless animals and keys can be read and written, as far as that can be checked without writing. */
const examine = async (query: Query, isOpening: boolean, steps: readonly Step[]): Promise<void> => {
  const due = await findDue(query, steps);
  if (due.length === steps.length) throw absent('table animal_store does not exist');
  if (due.length > 0) throw unusable('the tables have an older version, and only a start changes them');
  await compare(query, isOpening);
};

/**
 * Brings an empty database or an older version up to date if this is a start, and examines it. It raises the ids if they are behind.
 */
export const prepare = async (
  pool: PostgresPool,
  isStart: boolean,
  steps: readonly Step[] = released,
): Promise<void> => {
  if (isStart && (await findDue(pool.query, steps)).length > 0) await take(pool.query, scriptOf(steps));
  await examine(pool.query, true, steps);
  await raiseIds(pool);
};

/** Rejects unless animals can be read and added now. */
export const assertReady = ({ query }: PostgresPool): Promise<void> => examine(query, false, released);

/** What a start would find and do. It tries in an empty database what a start does, and rolls it back. */
export const check = async ({ query }: PostgresPool, steps: readonly Step[] = released): Promise<FoundStore> => {
  const due = await findDue(query, steps);
  if (due.length === steps.length) {
    await take(query, `BEGIN; ${scriptOf(steps)}; ROLLBACK`);
    return { state: 'empty', steps: [] };
  }
  if (due.length === 0) await examine(query, true, steps);
  return { state: 'ours', steps: due.map(({ title }) => title) };
};

/** Checks that `openPostgres` can use the database that a connection string names. It changes nothing. */
export const checkPostgres = (uri: string): TE.TaskEither<StoreMisconfigured | RepositoryUnavailable, FoundStore> =>
  TE.tryCatch(
    async () => {
      const pool = await openFirst(uri);
      return await check(pool).finally(pool.end);
    },
    (error) => misconfigurationOf(error) ?? repositoryUnavailable(error),
  );
