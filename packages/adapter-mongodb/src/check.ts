import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import type { FoundStore, StoreMisconfigured } from '@animal-store/store';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import type { Db } from 'mongodb';
import { openDatabase } from './connection-string.ts';
import { classify, misconfigurationOf } from './errors.ts';
import { planStart } from './plan.ts';
import { assertNothingLost } from './prepare.ts';
import { assertUsable } from './readiness.ts';
import { type FormatStep, formatSteps } from './schema.ts';

const inspect = async (database: Db, steps: readonly FormatStep[]): Promise<FoundStore> => {
  const plan = await planStart(database, steps);
  assertNothingLost(plan, database);
  await assertUsable(database, plan.isEmpty ? new Map() : plan.found, steps.length);
  return plan.isEmpty ? { state: 'empty', steps: [] } : { state: 'ours', steps: plan.steps.map(({ title }) => title) };
};

/** Checks a database for a program with these steps. */
export const checkWith =
  (steps: readonly FormatStep[]) =>
  (uri: string): TE.TaskEither<StoreMisconfigured | RepositoryUnavailable, FoundStore> =>
    F.pipe(
      TE.fromEither(openDatabase(uri)),
      TE.chainW((database) => async () => {
        try {
          return E.right(await inspect(database, steps));
        } catch (error) {
          return E.left(misconfigurationOf(error) ?? repositoryUnavailable(classify(error).cause));
        } finally {
          await database.client.close();
        }
      }),
    );

/**
 * Checks that `openMongo` can use the database that a connection string names, and changes nothing. A failure that would
 * end a start is `StoreMisconfigured`, with the same message.
 */
export const checkMongo = checkWith(formatSteps);
