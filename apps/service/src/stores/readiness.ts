import type { Clock } from '@animal-store/access';
import type { task as T } from 'fp-ts';
import { withTimeout } from '../with-timeout.ts';

/** How long a result is cached, and the time limit of a check, in milliseconds. */
const period = 1_000;

/**
 * Wraps an expensive readiness check so that it runs at most once a second. It returns the reason why the store is not
 * ready, also if the check fails or takes longer than a second. A check that takes longer goes on: if it finds a reason,
 * the next ones that are late return that. `detail` is what the store itself last found wrong.
 */
export const createReadiness = (
  check: T.Task<string | undefined>,
  { now }: Clock,
  detail: () => string | undefined = () => undefined,
): T.Task<string | undefined> => {
  let found: string | undefined;
  const late = (): string => {
    const reason = found ?? `it did not respond within ${period} ms`;
    const more = detail();
    return more === undefined || reason.includes(more) ? reason : `${reason}: ${more}`;
  };
  const run = async (): Promise<string | undefined> => {
    found = await check().catch(String);
    return found;
  };
  let last: { readonly began: number; readonly problem: Promise<string | undefined> } | undefined;
  return () => {
    const began = now();
    if (last === undefined || Math.abs(began - last.began) >= period) {
      const problem = withTimeout(period, run(), late);
      last = { began, problem };
    }
    return last.problem;
  };
};
