import type { Clock } from '@animal-store/access';
import { withTimeout } from '../with-timeout.ts';

/** How long a result is cached, and the time limit of a check, in milliseconds. */
const period = 1_000;

/**
 * Wraps an expensive readiness check so that it runs at most once a second. The result is false if the check fails or
 * takes longer than a second.
 */
export const createReadiness = (check: () => Promise<boolean>, { now }: Clock): (() => Promise<boolean>) => {
  let last: { readonly began: number; readonly isReady: Promise<boolean> } | undefined;
  const no = (): boolean => false;
  return () => {
    const began = now();
    if (last === undefined || Math.abs(began - last.began) >= period) {
      last = { began, isReady: withTimeout(period, check().catch(no), no) };
    }
    return last.isReady;
  };
};
