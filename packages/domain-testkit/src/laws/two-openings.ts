import type { DurableFixture } from '../durable-fixture.ts';
import { type Law, law } from '../law.ts';

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
    law(name(opening), async (fresh) => {
      const fixture = await fresh();
      const [one, other] = await Promise.all([open<R>(fixture), open<R>(fixture)]);
      await check(one.repository, other.repository, fixture);
    }),
  );
