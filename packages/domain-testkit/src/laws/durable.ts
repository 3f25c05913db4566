import type { DurableFixture, FailingHandle } from '../fixtures.ts';
import { type Law, law, lawOnEmpty } from '../law.ts';

type Check<R, F> = (failing: FailingHandle<R>, fixture: F, recoversWithinMS: number) => Promise<void>;

/** A law that is checked on each failure of one kind; an error names the failure. */
export const lawOfFailures = <R, F extends DurableFixture<R>>(
  name: string,
  kind: 'failedCommits' | 'outages',
  check: Check<R, F>,
): Law<F> =>
  law(name, async (fresh) => {
    const { length } = (await fresh())[kind];
    if (length === 0) throw new TypeError(`a fixture has at least one failure in ${kind}`);
    for (let index = 0; index < length; index++) {
      const fixture = await fresh();
      const failure = fixture[kind][index];
      if (failure === undefined) throw new Error('a fixture has as many failures as the one before');
      const failing = await failure.open();
      try {
        await check(failing, fixture, failure.recoversWithinMS);
      } catch (error) {
        if (error instanceof Error) error.message = `${failure.name}: ${error.message}`;
        throw error;
      } finally {
        // Its remaining attempts would otherwise reach the next store.
        await failing.close();
      }
    }
  });

const openings = [
  ['handles', ({ open }) => open()],
  ['processes', ({ startProcess }) => startProcess()],
] as const satisfies readonly (readonly [
  string,
  <R>(fixture: DurableFixture<R>) => Promise<{ readonly repository: R }>,
])[];

/** A law of two handles, and the same law of two processes. */
export const lawOfTwo = <R, F extends DurableFixture<R>>(
  name: (openings: string) => string,
  check: (one: R, other: R, fixture: F) => Promise<void>,
): readonly Law<F>[] =>
  openings.map(([opening, open]) =>
    lawOnEmpty(name(opening), async (fixture) => {
      const [one, other] = await Promise.all([open<R>(fixture), open<R>(fixture)]);
      await check(one.repository, other.repository, fixture);
    }),
  );
