import type { Clock } from '@animal-store/access';
import { withTimeout } from '../with-timeout.ts';

/** How long a result is cached, and how long a check may take, in milliseconds. */
const period = 1_000;

/**
 * Makes a cheap readiness check of an expensive one, which runs at most once a second, one at a time. It gives false if
 * the expensive one fails or takes longer than a second.
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
