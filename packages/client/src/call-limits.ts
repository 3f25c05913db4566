import type { CallLimits } from './animal-store-client.ts';

// A timer of JavaScript with a longer time would fire at once.
const longestTime = 2 ** 31 - 1;

const isTime = (value: number): boolean => value >= 1 && value <= longestTime;
const timeRule = `must be a number of milliseconds from 1 to ${longestTime}`;

// The delays double: with 25 retries they would be longer than the longest `timeout`.
const maxRetries = 20;

const rules: { readonly [Name in keyof Required<CallLimits>]: readonly [(value: number) => boolean, string] } = {
  timeout: [isTime, timeRule],
  attemptTimeout: [isTime, timeRule],
  retries: [
    (value) => Number.isInteger(value) && value >= 0 && value <= maxRetries,
    `must be an integer from 0 to ${maxRetries}`,
  ],
};

/** Checks the limits among some options. Throws a `RangeError` that names the first one out of its bounds. */
export const checkLimits = (options: CallLimits): void => {
  for (const name of Object.keys(rules) as (keyof CallLimits)[]) {
    const value: unknown = options[name];
    const [isValid, rule] = rules[name];
    if (value !== undefined && !(typeof value === 'number' && isValid(value))) throw new RangeError(`${name} ${rule}`);
  }
};
