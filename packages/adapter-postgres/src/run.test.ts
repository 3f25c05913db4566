import { either as E } from 'fp-ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPostgres } from './index.ts';
import type { PostgresPool } from './pool.ts';
import { createRun } from './run.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const createPool = () => ({ query: vi.fn(), read: vi.fn(), end: vi.fn(() => Promise.resolve()), timeline: () => 1 });

it('begins nothing once its time limit has passed', async () => {
  const opening = Promise.withResolvers<PostgresPool>();
  const { run } = createRun(() => opening.promise, 4500);
  const late = vi.fn(() => Promise.resolve('late'));
  const outcome = run(late)();
  await vi.advanceTimersByTimeAsync(4500);
  opening.resolve(createPool());
  expect(await outcome).toMatchObject({ left: { cause: { message: 'no response within 4500 ms' } } });
  await vi.runAllTimersAsync();
  expect(late).not.toHaveBeenCalled();
});

it.each([
  ['57P01', true, 1],
  ['42703', true, 1],
  ['25006', true, 1],
  ['26000', true, 1],
  ['28000', true, 1],
  ['42P05', true, 1],
  ['2200H', true, 0],
  ['42501', true, 0],
  ['53300', true, 0],
  ['22003', false, 0],
])('after the error %s it is unavailable: %s, and looks for the server again: %i', async (code, isOutage, times) => {
  const pool = createPool();
  const open = vi.fn(() => Promise.resolve(pool));
  const { run } = createRun(open, 4500);
  const error = Object.assign(new Error('refused'), { code });
  const outcome = await run(() => Promise.reject(error))().catch((thrown: unknown) => ({ thrown }));
  expect(outcome).toEqual(isOutage ? E.left({ _tag: 'RepositoryUnavailable', cause: error }) : { thrown: error });
  expect(pool.end).toHaveBeenCalledTimes(times);
  await run(() => Promise.resolve())();
  expect(open).toHaveBeenCalledTimes(times + 1);
  expect(vi.getTimerCount()).toBe(0);
});

it('refuses a time limit of 0 before it connects', async () => {
  const connecting = openPostgres('postgresql://127.0.0.1:1/animals', { operationTimeoutMS: 0 })();
  await expect(connecting).rejects.toThrow('operationTimeoutMS must be at least 1, not 0');
});
