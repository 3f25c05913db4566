import { inspect } from 'node:util';

/**
 * Wraps a listener so that its exceptions and rejected promises do not end the process. The first failure becomes a
 * process warning; later ones are dropped, because a broken listener fails on every request.
 */
export const neverThrow = <A>(name: string, listener: (event: A) => void): ((event: A) => void) => {
  let hasWarned = false;
  const warn = (error: unknown): void => {
    if (hasWarned) return;
    hasWarned = true;
    process.emitWarning(`${name} must not throw`, { type: 'AnimalStoreWarning', detail: inspect(error) });
  };
  return (event) => {
    try {
      // The type allows an async listener as well, so its promise is handled too.
      const outcome: unknown = listener(event);
      if (outcome instanceof Promise) outcome.catch(warn);
    } catch (error) {
      warn(error);
    }
  };
};
