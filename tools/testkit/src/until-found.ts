import { type EventEmitter, once } from 'node:events';

/** What a test waits for. */
export interface Search<A> {
  /** Emits `change` when it is worth to look again. */
  readonly changes: EventEmitter;
  readonly look: () => A | undefined;
  /** Why nothing more will come; undefined while something may. */
  readonly whyOver: () => string | undefined;
  readonly withinMS: number;
  /** The message of the error, with the reason. */
  readonly describe: (reason: string) => string;
}

/** Looks again after each change until it finds something. Throws if nothing more will come, or none in time. */
export const untilFound = async <A>({ changes, look, whyOver, withinMS, describe }: Search<A>): Promise<A> => {
  const late = AbortSignal.timeout(withinMS);
  const fail = (reason: string): never => {
    throw new Error(describe(reason));
  };
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    const over = whyOver();
    if (over !== undefined) fail(over);
    await once(changes, 'change', { signal: late }).catch(() => fail(`not within ${withinMS} ms`));
  }
};
