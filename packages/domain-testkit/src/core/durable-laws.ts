import type { taskEither as TE } from 'fp-ts';
import type { DurableFixture, FailingHandle, Failure } from './durable-fixture.ts';
import { errorLike, type Law, law, lawOnEmpty, messageOf } from './law.ts';
import { followLong, type Plain } from './model.ts';
import type { Tried } from './outcome.ts';

/** An operation of a port, as the laws run it for something that is stored. */
export interface Operation<R, Stored> {
  /** A write changes what is stored, or adds to it. */
  readonly kind: 'read' | 'write';
  readonly run: (repository: R, stored: Stored) => TE.TaskEither<{ readonly _tag: string }, unknown>;
}

/** Runs the operations of a port at once for something that is stored, or those of one kind. */
export const runAll = <R, Stored>(
  operations: Readonly<Record<keyof R & string, Operation<R, Stored>>>,
  repository: R,
  stored: Stored,
  only?: 'read' | 'write',
): Promise<readonly Tried[]> =>
  Promise.all(
    Object.entries<Operation<R, Stored>>(operations)
      .filter(([, { kind }]) => kind === (only ?? kind))
      .map(async ([operation, { run }]) => ({ operation, outcome: await run(repository, stored)() })),
  );

/** A failure, and whether it affects an operation. */
type Affecting<R> = Failure<R> & { readonly affects: (tried: Pick<Tried, 'operation'>) => boolean };

type Check<R, F> = (failing: FailingHandle<R>, fixture: F, failure: Affecting<R>) => Promise<void>;

/**
 * A law that is checked on each failure of one kind that can affect a write, or in an outage any operation. Each of them needs a
 * failure that affects it. An error names the failure.
 */
export const lawOfFailures = <R, F extends DurableFixture<R>>(
  name: string,
  kind: 'failedCommits' | 'outages',
  operations: Readonly<Record<keyof R & string, { readonly kind: 'read' | 'write' }>>,
  check: Check<R, F>,
): Law<F> =>
  law(name, async (fresh) => {
    const names = Object.keys(operations) as (keyof R & string)[];
    const affected = names.filter((one) => kind === 'outages' || operations[one].kind === 'write');
    const affects = ({ operation }: Failure<R>): boolean => operation === undefined || affected.includes(operation);
    const failures = (await fresh())[kind].filter(affects);
    const { length } = failures;
    const unaffected = affected.filter((name) => !failures.some(({ operation = name }) => operation === name));
    if (unaffected.length > 0)
      throw new TypeError(`a fixture has at least one failure of ${unaffected.join(' and of ')} in ${kind}`);
    for (let index = 0; index < length; index++) {
      const fixture = await fresh();
      const failure = fixture[kind].filter(affects)[index];
      if (failure === undefined) throw new Error('a fixture has as many failures as the one before');
      const failing = await failure.open();
      try {
        await check(failing, fixture, {
          ...failure,
          affects: ({ operation }) => (failure.operation ?? operation) === operation,
        });
      } catch (error) {
        throw errorLike(error, `${failure.name}: ${messageOf(error)}`);
      } finally {
        // Its remaining attempts would otherwise reach the next store.
        await failing.close();
      }
    }
  });

/** A law of two handles, and the same law of two processes. */
export const lawOfTwo = <R, F extends DurableFixture<R>>(
  name: (openings: string) => string,
  check: (one: R, other: R, fixture: F) => Promise<void>,
): readonly Law<F>[] =>
  (['handles', 'processes'] as const).map((two) =>
    lawOnEmpty(name(two), async (fixture) => {
      const open = two === 'handles' ? fixture.open : fixture.startProcess;
      const [one, other] = await Promise.all([open(), open()]);
      await check(one.repository, other.repository, fixture);
    }),
  );

/** The law that a store is durable, whatever its operations are. */
export const lawOfReopening = <Model, R, F extends DurableFixture<R>>(
  what: string,
  plainOf: (fixture: F) => Plain<Model, R>,
): Law<F> =>
  lawOnEmpty(
    `after the store is reopened every operation on ${what} returns what a plain model returns`,
    async (fixture) => {
      let handle = await fixture.open();
      let operations = 0;
      await followLong(plainOf(fixture), async () => {
        operations += 1;
        if (operations % 20 === 0) {
          await handle.close();
          handle = await fixture.open();
        }
        return handle.repository;
      });
    },
  );

/** The laws that handles and processes share a store, whatever its operations are. */
export const lawsOfSharing = <Model, R, F extends DurableFixture<R>>(
  what: string,
  plainOf: (fixture: F) => Plain<Model, R>,
): readonly Law<F>[] =>
  lawOfTwo<R, F>(
    (two) => `of two ${two} each sees at once what the other has done to ${what}`,
    (one, other, fixture) => {
      let operations = 0;
      return followLong(plainOf(fixture), async () => (operations++ % 2 === 0 ? one : other));
    },
  );
