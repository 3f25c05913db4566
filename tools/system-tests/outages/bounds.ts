/** The longest time, in milliseconds, of a check of a key that is not cached. */
const keyCheckBound = 2_000;

/** The longest time, in milliseconds, of an operation once the key is known. */
const operationBound = 4_500;

/** The tolerance for a busy machine. */
const slack = 500;

/** The longest time, in milliseconds, of a request with a cached key. */
export const boundWithKnownKey: number = operationBound + slack;

/** The longest time, in milliseconds, of a request that ends with the check of its key. */
export const boundOfKeyCheck: number = keyCheckBound + slack;
