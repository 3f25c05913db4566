const numbersIn = (version: string): readonly number[] => (version.match(/\d+/g) || []).map(Number);

/**
 * The message for a Node.js that is older than `range` allows, or `undefined` for one that is new enough. `range` is
 * `engines.node` of package.json, such as `>=24` or `>=24.3`. An old Node.js runs this file, so its syntax is ES2020.
 */
export const nodeVersionProblem = (range: string, running: string): string | undefined => {
  const actual = numbersIn(running);
  const difference = numbersIn(range)
    .map((oldest, index) => (actual[index] || 0) - oldest)
    .find((each) => each !== 0);
  return difference !== undefined && difference < 0
    ? `Node.js ${range.replace(/^>=\s*/, '')} or newer is required, and this is Node.js ${running}`
    : undefined;
};
