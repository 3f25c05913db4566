import type { Clock } from '@animal-store/access';

/** How long an answer is believed, and how long one is waited for, in milliseconds. */
const period = 1_000;

/**
 * Makes a cheap readiness check of an expensive one: whoever asks, it runs at most once a second, one at a time, and
 * what takes longer than a second is a no.
 */
export const createReadiness = (check: () => Promise<boolean>, { now }: Clock): (() => Promise<boolean>) => {
  let last: { readonly asked: number; readonly answer: Promise<boolean> } | undefined;
  const ask = (): Promise<boolean> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), period);
      check()
        .then(resolve, () => resolve(false))
        .finally(() => clearTimeout(timer));
    });
  return () => {
    const asked = now();
    if (last === undefined || Math.abs(asked - last.asked) >= period) last = { asked, answer: ask() };
    return last.answer;
  };
};
