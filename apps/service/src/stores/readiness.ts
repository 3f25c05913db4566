import type { Clock } from '@animal-store/access';
import type { task as T } from 'fp-ts';
import { withTimeout } from '../with-timeout.ts';

/** How long a result is cached, and the time limit of a check, in milliseconds. */
const period = 1_000;

/**
 * Wraps an expensive readiness check so that it runs at most once a second. It returns the reason why the store is not
 * ready, also if the check fails or takes longer than a second.
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
