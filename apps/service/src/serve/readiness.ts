import type { Clock } from '@animal-store/access';
import type { task as T } from 'fp-ts';
import { withTimeout } from '../with-timeout.ts';

/** How long a result is cached, and how long a check may take, in milliseconds. */
const period = 1_000;

/**
 * Makes a cheap readiness check of an expensive one, which runs at most once a second, one at a time. It gives the reason
 * why the store is not ready; there is one too if the expensive check rejects or takes longer than a second.
 */
export const createReadiness = (check: T.Task<string | undefined>, { now }: Clock): T.Task<string | undefined> => {
  let last: { readonly began: number; readonly problem: Promise<string | undefined> } | undefined;
  return () => {
    const began = now();
    if (last === undefined || Math.abs(began - last.began) >= period) {
      const problem = withTimeout(period, check().catch(String), () => `it did not respond within ${period} ms`);
      last = { began, problem };
    }
    return last.problem;
  };
};
