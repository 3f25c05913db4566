import fc from 'fast-check';

const batch = 20;
const seed = Number(process.env['FUZZ_SEED'] ?? 20_301_205);
let sent = 0;

/** How many inputs have been tried so far in this process, each of them at least one request. */
export const triedSoFar = (): number => sent;

/**
 * Tries `count` inputs on the service, some of them at the same time. The same `FUZZ_SEED` tries the same ones; a
 * failure shows the smallest input found that fails. More than 40 s are a failure too.
 */
export const fuzz = async <A>(
  count: number,
  input: fc.Arbitrary<A>,
  check: (input: A) => Promise<void>,
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.array(input, { minLength: batch, maxLength: batch, size: 'max' }), async (inputs) => {
      sent += inputs.length;
      await Promise.all(inputs.map(check));
    }),
    { seed, numRuns: Math.ceil(count / batch), interruptAfterTimeLimit: 40_000, markInterruptAsFailure: true },
  );
