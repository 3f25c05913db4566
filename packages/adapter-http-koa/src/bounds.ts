/** The smallest and the largest value of an option. */
export type Bounds = readonly [min: number, max: number];

const count: Bounds = [1, 1_000_000];

// One hour at most. Node.js takes a time above 2^31 − 1 ms as 1 ms, and 0 as no limit at all.
const milliseconds: Bounds = [1, 3_600_000];

type BoundedOption =
  | 'maxRequestsInFlight'
  | 'rateLimitRequests'
  | 'rateLimitSeconds'
  | 'maxConnections'
  | 'headersTimeout'
  | 'requestTimeout'
  | 'keepAliveTimeout'
  | 'connectionsCheckingInterval'
  | 'timeout'
  | 'grace';

/** The bounds of the options of `createApp` and `createHttpServer`. The variables of a service have the same. */
export const optionBounds: Readonly<Record<BoundedOption, Bounds>> = {
  maxRequestsInFlight: count,
  rateLimitRequests: [1, 999_999_999],
  rateLimitSeconds: [1, 99_999],
  maxConnections: count,
  headersTimeout: milliseconds,
  requestTimeout: milliseconds,
  keepAliveTimeout: milliseconds,
  connectionsCheckingInterval: milliseconds,
  timeout: milliseconds,
  grace: [0, 3_600_000],
};

/** Throws a `RangeError` that names the option and the bound that its value is beyond. */
export const assertInBounds = (name: string, value: number, [min, max]: Bounds): void => {
  if (!Number.isInteger(value)) throw new RangeError(`${name} must be an integer, not ${value}`);
  if (value < min) throw new RangeError(`${name} must be at least ${min}, not ${value}`);
  if (value > max) throw new RangeError(`${name} must be at most ${max}, not ${value}`);
};
