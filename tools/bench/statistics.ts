/** The median of some numbers; NaN if there is none. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
};

/**
 * The median of the ratios of two series that were measured in turn, so that the noise of a round affects both parts of
 * a ratio.
 */
export const ratioOf = (ones: readonly number[], others: readonly number[]): number => {
  if (ones.length !== others.length) throw new Error('Both series must have the same number of rounds');
  return median(ones.map((one, round) => one / (others[round] ?? Number.NaN)));
};
