import { setTimeout as pause } from 'node:timers/promises';

/** Retries an attempt until it returns a result. Fails if that takes longer than `withinMS`. */
export const eventually = async <A>(withinMS: number, attempt: () => Promise<A | undefined>): Promise<A> => {
  const deadline = performance.now() + withinMS;
  for (;;) {
    const result = await attempt();
    if (result !== undefined) return result;
    if (performance.now() > deadline) throw new Error(`Nothing came within ${withinMS} ms`);
    await pause(50);
  }
};
