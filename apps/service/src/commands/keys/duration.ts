import { option as O } from 'fp-ts';

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Reads a duration, such as `90d`, `12h`, `30m` or `45s`, in milliseconds; at most 10,000 days. */
export const parseDuration = (text: string): O.Option<number> => {
  const [, count, unit = ''] = /^([1-9]\d{0,9})([smhd])$/.exec(text) ?? [];
  const milliseconds = Number(count) * (units[unit] ?? Number.NaN);
  return milliseconds <= 10_000 * 86_400_000 ? O.some(milliseconds) : O.none;
};
