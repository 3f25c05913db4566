import { setTimeout as wait } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { either as E } from 'fp-ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { idempotency, newPet } from './sqlite/samples.ts';
import { open } from './sqlite/stores.ts';

// Node.js tells the process of each thread that it starts.
const threads: Worker[] = [];
const keep = (worker: Worker): void => void threads.push(worker);
beforeEach(() => {
  threads.length = 0;
  process.on('worker', keep);
});
afterEach(() => void process.off('worker', keep));

const faults: readonly (readonly [string, RegExp, (thread: Worker | undefined) => unknown])[] = [
  ['is ended', /: it ended with 1$/, (thread) => thread?.terminate()],
  ['throws', /: TypeError: /, (thread) => thread?.postMessage(undefined)],
];

it.each(faults)('is started again when it %s, and loses nothing that was acknowledged', async (_, reason, fail) => {
  const onThreadEnd = vi.fn<() => void>();
  const { pets, ping } = await open(undefined, { onThreadEnd });
  const acknowledged: unknown[] = [];
  const unavailable: string[] = [];
  const tryToAdd = async (name: string): Promise<void> => {
    const added = await pets.add(newPet(name), idempotency(name))();
    if (E.isRight(added)) acknowledged.push(added.right);
    else if (added.left._tag === 'RepositoryUnavailable') unavailable.push(String(added.left.cause));
  };
  for (let n = 0; n < 20; n++) await tryToAdd(`before-${n}`);
  expect([threads.length, acknowledged.length]).toEqual([1, 20]);

  const ended = new Promise((resolve) => threads[0]?.once('exit', resolve));
  const inFlight = Array.from({ length: 50 }, (_, n) => tryToAdd(`in-flight-${n}`));
  fail(threads[0]);
  await ended;
  await Promise.all(inFlight);
  // Reading goes on, adding and the check of readiness tell at once.
  expect(await pets.list({ limit: 1 })()).toEqual(E.right([acknowledged[0]]));
  expect(await ping()).toMatchObject({ left: { cause: { message: expect.stringMatching(reason) } } });
  // On a busy machine the thread may run again by now.
  const before = acknowledged.length;
  await tryToAdd('meanwhile');
  const added = 70 + acknowledged.length - before;
  expect(unavailable.at(-1)).toMatch(reason);
  expect(unavailable).toHaveLength(20 + 50 + 1 - acknowledged.length);

  await vi.waitFor(async () => expect(await ping()).toEqual(E.right(undefined)), { timeout: 5_000 });
  expect([threads.length, onThreadEnd.mock.calls.length]).toEqual([2, 1]);
  await Promise.all(inFlight.map((_, n) => tryToAdd(`in-flight-${n}`)));
  const listed = await pets.list({ limit: 1_000 })();
  const found = E.isRight(listed) ? listed.right : [];
  // Each animal is there once: a retry finds one that was added without being acknowledged.
  expect(found).toHaveLength(added);
  for (const pet of acknowledged) expect(found).toContainEqual(pet);
});

it('is started again less and less often while it cannot run, and not after the store is closed', async () => {
  const { close, pets } = await open();
  const starts: number[] = [];
  const fail = (thread: Worker): void => {
    starts.push(performance.now());
    void thread.terminate();
  };
  process.on('worker', fail);
  try {
    await threads[0]?.terminate();
    await vi.waitFor(() => expect(starts.length).toBe(4), { timeout: 10_000 });
    const delays = starts.slice(1).map((start, index) => start - (starts[index] as number));
    for (const [index, least] of [200, 400, 800].entries()) expect(delays[index]).toBeGreaterThanOrEqual(least - 5);
    expect(await pets.add(newPet('Rex'))()).toMatchObject({ left: { _tag: 'RepositoryUnavailable' } });
    await close();
    await wait(2_000);
    expect(starts).toHaveLength(4);
  } finally {
    process.off('worker', fail);
  }
});
