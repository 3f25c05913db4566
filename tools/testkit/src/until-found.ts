import { type EventEmitter, once } from 'node:events';

/**
 * Looks again after each `change` until it finds something. Throws an error with what `describe` says when `isOver`, because
 * nothing more will come, or when the milliseconds are over.
 */
export const untilFound = async <A>(
  changes: EventEmitter,
  look: () => A | undefined,
  isOver: () => boolean,
  describe: () => string,
  withinMS: number,
): Promise<A> => {
  const late = AbortSignal.timeout(withinMS);
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    if (isOver() || late.aborted) throw new Error(describe());
    await once(changes, 'change', { signal: late }).catch(() => undefined);
  }
};
