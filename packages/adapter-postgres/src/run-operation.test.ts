import { either as E } from 'fp-ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PostgresPool } from './open-pool.ts';
import { createRunOperation } from './run-operation.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const createPool = () => ({ query: vi.fn(), read: vi.fn(), leave: vi.fn(), close: vi.fn(() => Promise.resolve()) });

it('begins nothing once its time limit has passed, and tells a running operation', async () => {
  const opening = Promise.withResolvers<PostgresPool>();
  const { run } = createRunOperation(() => opening.promise, 4500);
  const late = vi.fn(() => Promise.resolve('late'));
  const outcome = run(late)();
  await vi.advanceTimersByTimeAsync(4500);
  opening.resolve(createPool());
  expect(await outcome).toMatchObject({
    left: { _tag: 'RepositoryUnavailable', cause: { message: 'PostgreSQL did not respond within 4500 ms' } },
  });
  expect(late).not.toHaveBeenCalled();

  const seen: boolean[] = [];
  const running = run(async (_, isOver) => {
    seen.push(isOver());
    await new Promise((resolve) => setTimeout(resolve, 5000));
    seen.push(isOver());
  })();
  await vi.advanceTimersByTimeAsync(5000);
  expect([E.isLeft(await running), seen]).toEqual([true, [false, true]]);
});

it('opens one pool for all, again after a failed attempt, and closes the one that opens meanwhile', async () => {
  const pool = createPool();
  const opening = Promise.withResolvers<PostgresPool>();
  const open = vi.fn(() => opening.promise).mockRejectedValueOnce(new Error('no server'));
  const { run, close } = createRunOperation(open, 4500);
  const use = run((used) => Promise.resolve(used));
  expect(await use()).toMatchObject({ left: { cause: { message: 'no server' } } });
  const both = Promise.all([use(), use()]);
  await close();
  opening.resolve(pool);
  expect(await both).toEqual([E.right(pool), E.right(pool)]);
  expect([open, pool.close].map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
  expect(await use()).toMatchObject({ left: { cause: { message: 'The store is closed' } } });
});

it.each([
  ['57P01', true, 1],
  ['53100', true, 0],
  ['22003', false, 0],
])('after the error %s it is unavailable: %s, and looks for the server again: %i', async (code, isOutage, times) => {
  const pool = createPool();
  const open = vi.fn(() => Promise.resolve(pool));
  const { run } = createRunOperation(open, 4500);
  const error = Object.assign(new Error('refused'), { code });
  const outcome = await run(() => Promise.reject(error))().catch((thrown: unknown) => ({ thrown }));
  expect(outcome).toEqual(isOutage ? E.left({ _tag: 'RepositoryUnavailable', cause: error }) : { thrown: error });
  expect(pool.leave).toHaveBeenCalledTimes(times);
  await run(() => Promise.resolve())();
  expect(open).toHaveBeenCalledTimes(times + 1);
  expect(vi.getTimerCount()).toBe(0);
});
