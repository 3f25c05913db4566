import { either as E } from 'fp-ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { KeptSession } from './keep-session.ts';
import type { PostgresPool } from './open-pool.ts';
import { createRunOperation } from './run-operation.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pool = {} as PostgresPool;

const setUp = (current: () => Promise<PostgresPool>) => {
  const forget = vi.fn<KeptSession['forget']>();
  return { forget, run: createRunOperation({ current, forget, close: () => Promise.resolve() }, 4500) };
};

it('begins nothing once its time limit has passed, and tells a running operation', async () => {
  const opening = Promise.withResolvers<PostgresPool>();
  const { run } = setUp(() => opening.promise);
  const late = vi.fn(() => Promise.resolve('late'));
  const outcome = run(late)();
  await vi.advanceTimersByTimeAsync(4500);
  opening.resolve(pool);
  expect(await outcome).toMatchObject({
    left: { _tag: 'RepositoryUnavailable', cause: { message: 'PostgreSQL did not respond within 4500 ms' } },
  });
  expect(late).not.toHaveBeenCalled();

  const seen: boolean[] = [];
  const running = run(async (_, { isOver }) => {
    seen.push(isOver());
    await new Promise((resolve) => setTimeout(resolve, 5000));
    seen.push(isOver());
  })();
  await vi.advanceTimersByTimeAsync(5000);
  expect([E.isLeft(await running), seen]).toEqual([true, [false, true]]);
});

it.each([
  ['57P01', true, 1],
  ['53100', true, 0],
  ['22003', false, 0],
])('after the error %s it is unavailable: %s, and looks for the server again: %i', async (code, isOutage, times) => {
  const { run, forget } = setUp(() => Promise.resolve(pool));
  const error = Object.assign(new Error('refused'), { code });
  const outcome = await run(() => Promise.reject(error))().catch((thrown: unknown) => ({ thrown }));
  expect(outcome).toEqual(isOutage ? E.left({ _tag: 'RepositoryUnavailable', cause: error }) : { thrown: error });
  expect(forget).toHaveBeenCalledTimes(times);
  expect(vi.getTimerCount()).toBe(0);
});
