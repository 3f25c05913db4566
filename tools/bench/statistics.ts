/** The middle of some numbers, or the mean of the two in the middle. NaN when there is none. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
};

/** How one series compares with another that was measured in turn with it. */
export interface Ratio {
  readonly ofMedians: number;
  /** The least and the greatest ratio of two measurements of the same round. */
  readonly least: number;
  readonly greatest: number;
}

/** The ratio of one series to another; both have a measurement for each round. */
export const ratioOf = (ones: readonly number[], others: readonly number[]): Ratio => {
  if (ones.length !== others.length) throw new Error('Both series must have the same number of rounds');
  const pairs = ones.map((one, round) => one / (others[round] ?? Number.NaN));
  return {
    ofMedians: median(ones) / median(others),
    least: Math.min(...pairs),
    greatest: Math.max(...pairs),
  };
};
