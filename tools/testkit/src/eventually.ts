import { setTimeout as pause } from 'node:timers/promises';

/** Repeats an attempt until it gives something, and fails when that takes longer than `withinMS`. */
export const eventually = async <A>(withinMS: number, attempt: () => Promise<A | undefined>): Promise<A> => {
  const deadline = performance.now() + withinMS;
  for (;;) {
    const result = await attempt();
    if (result !== undefined) return result;
    if (performance.now() > deadline) throw new Error(`Nothing came within ${withinMS} ms`);
    await pause(50);
  }
};
