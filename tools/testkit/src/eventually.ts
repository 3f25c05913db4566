import { setTimeout as pause } from 'node:timers/promises';

/** Retries an attempt until it returns a result. Fails, with what `describe` says, if that takes longer than `withinMS`. */
export const eventually = async <A>(
  withinMS: number,
  attempt: () => A | undefined | Promise<A | undefined>,
  describe = (): string => 'nothing comes',
): Promise<A> => {
  const deadline = performance.now() + withinMS;
  for (;;) {
    const result = await attempt();
    if (result !== undefined) return result;
    if (performance.now() > deadline) throw new Error(`Not within ${withinMS} ms: ${describe()}`);
    await pause(20);
  }
};
