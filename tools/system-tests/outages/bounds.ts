/** The longest, in milliseconds, that the check of a key that is not remembered may take. */
const keyCheckBound = 2_000;

/** The longest, in milliseconds, that an operation may take once the key is known. */
const operationBound = 4_500;

/** What a busy machine may add to each. */
const slack = 500;

/** How long, in milliseconds, a request may take whose key is remembered. */
export const boundWithKnownKey: number = operationBound + slack;

/** How long, in milliseconds, a request may take that ends with the check of its key. */
export const boundOfKeyCheck: number = keyCheckBound + slack;

/** How long, in milliseconds, any request may take. */
export const bound: number = keyCheckBound + operationBound + slack;
