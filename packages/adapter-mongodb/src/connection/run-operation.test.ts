import { either as E } from 'fp-ts';
import { MongoNetworkError } from 'mongodb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRunOperation } from './run-operation.ts';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

const ready = { run: () => Promise.resolve(), forget: () => undefined };
const never = () => new Promise<never>(() => undefined);
const nothing = () => Promise.resolve(E.right(undefined));
const run = createRunOperation({ ready, operationTimeoutMS: 4500 });
const unavailable = (cause: unknown) => E.left({ _tag: 'RepositoryUnavailable', cause });
const late = unavailable(Object.assign(new Error('MongoDB did not respond within 4500 ms'), { code: 'ETIMEDOUT' }));

it('turns an outage into RepositoryUnavailable, and leaves no timer behind', async () => {
  const outage = new MongoNetworkError('reset');
  expect(await run(() => Promise.reject(outage))()).toEqual(unavailable(outage));
  expect(await run(() => Promise.resolve(E.right('Rex')))()).toEqual(E.right('Rex'));
  expect(vi.getTimerCount()).toBe(0);
});

it('throws any other error, including one that is thrown synchronously', async () => {
  const mistake = new TypeError('x is not a function');
  await expect(run(() => Promise.reject(mistake))()).rejects.toBe(mistake);
  const atOnce = () => {
    throw mistake;
  };
  await expect(run(atOnce)()).rejects.toBe(mistake);
});

it('turns a failed preparation of the store into RepositoryUnavailable', async () => {
  const cause = new Error('An index is in the way');
  const operation = vi.fn(nothing);
  const unready = createRunOperation({
    ready: { ...ready, run: () => Promise.reject(cause) },
    operationTimeoutMS: 4500,
  });
  expect(await unready(operation)()).toEqual(unavailable(cause));
  expect(operation).toHaveBeenCalledTimes(0);
});

it.each([
  ['an operation', run(never)],
  [
    'a store that is not ready',
    createRunOperation({ ready: { ...ready, run: never }, operationTimeoutMS: 4500 })(nothing),
  ],
])('does not wait for %s beyond its time limit', async (_, task) => {
  const outcome = task();
  await vi.advanceTimersByTimeAsync(4499);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toEqual(late);
});

it('ignores the failure of a late operation', async () => {
  const operation = Promise.withResolvers<never>();
  const outcome = run(() => operation.promise)();
  await vi.advanceTimersByTimeAsync(4500);
  operation.reject(new TypeError('too late'));
  expect(await outcome).toEqual(late);
});

it('does not begin an operation when its preparation ends after the time limit', async () => {
  const preparation = Promise.withResolvers<void>();
  const operation = vi.fn(nothing);
  const slow = createRunOperation({ ready: { ...ready, run: () => preparation.promise }, operationTimeoutMS: 4500 });
  const outcome = slow(operation)();
  await vi.advanceTimersByTimeAsync(4500);
  preparation.resolve();
  expect(await outcome).toEqual(late);
  await preparation.promise;
  expect(operation).toHaveBeenCalledTimes(0);
});
