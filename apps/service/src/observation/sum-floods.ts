/** How many items of each status a second had above the limit. */
export type FloodCounts = Readonly<Record<number, number>>;

const second = 1_000;

/**
 * Limits how many items a second are handled one by one. The function returns whether the next item is one of them. The
 * others are counted by their status, and `onSum` gets the counts when the second ends.
 */
export const sumFloods = (most: number, onSum: (counts: FloodCounts) => void): ((status: number) => boolean) => {
  let taken = 0;
  let counts: Record<number, number> = {};
  let isCounting = false;
  const endSecond = (): void => {
    const ended = counts;
    taken = 0;
    counts = {};
    isCounting = false;
    if (Object.keys(ended).length > 0) onSum(ended);
  };
  return (status) => {
    if (!isCounting) {
      isCounting = true;
      setTimeout(endSecond, second).unref();
    }
    taken += 1;
    if (taken <= most) return true;
    counts[status] = (counts[status] ?? 0) + 1;
    return false;
  };
};
