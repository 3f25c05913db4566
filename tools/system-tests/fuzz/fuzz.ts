import fc from 'fast-check';

const batch = 20;
const seed = Number(process.env['FUZZ_SEED'] ?? 20_301_205);
let sent = 0;

/** The number of inputs tried so far in this process. Each is at least one request. */
export const triedSoFar = (): number => sent;

/**
 * Tries `count` inputs on the service, some of them concurrently. The same `FUZZ_SEED` tries the same ones. A failure
 * shows the smallest input found that fails. It also fails after 40 s.
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
