import fc from 'fast-check';
import { errorLike, messageOf } from './error-like.ts';

/** Checks a property. The error has the message of the failed run, and the seed and path with which it can be repeated. */
export const checkProperty = async <Input>(
  arbitrary: fc.Arbitrary<Input>,
  check: (input: Input) => Promise<void>,
  parameters: fc.Parameters<[Input]>,
): Promise<void> => {
  const details = await fc.check(fc.asyncProperty(arbitrary, check), parameters);
  if (!details.failed) return;
  const { errorInstance, seed, counterexamplePath } = details;
  const message = `${messageOf(errorInstance)}\nTo repeat it: fc.configureGlobal({ seed: ${seed}, path: "${counterexamplePath}" })`;
  throw errorLike(errorInstance, message);
};
