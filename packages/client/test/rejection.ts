import { AnimalStoreError } from '../src/animal-store-error.ts';

/** What a promise rejects with; an error when it does not. */
export const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => {
      throw new Error(`This should have failed, but returned ${String(value)}`);
    },
    (error: unknown) => error,
  );

/** What an `AnimalStoreError` says, except its name and cause; an error if the promise rejects with something else. */
export const failureOf = async (promise: Promise<unknown>): Promise<object> => {
  const error = await rejection(promise);
  if (!(error instanceof AnimalStoreError)) throw error;
  const { code, serviceCode, message, status, requestId, retryAfter, idempotencyKey } = error;
  return { code, serviceCode, message, status, requestId, retryAfter, idempotencyKey };
};
