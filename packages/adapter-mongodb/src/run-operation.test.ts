import { either as E } from 'fp-ts';
import { MongoNetworkError } from 'mongodb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRunOperation } from './run-operation.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

const ready = { run: () => Promise.resolve(), forget: () => undefined };
const never = () => new Promise<never>(() => undefined);
const run = createRunOperation({ ready, operationTimeoutMS: 4500 });
const unavailable = (cause: unknown) => E.left({ _tag: 'RepositoryUnavailable', cause });
const late = unavailable(Object.assign(new Error('MongoDB gave no answer within 4500 ms'), { code: 'ETIMEDOUT' }));

it('does nothing before it is run, and does it again when it is run again', async () => {
  const operation = vi.fn(() => Promise.resolve('Rex'));
  const task = run(operation);
  expect(operation).toHaveBeenCalledTimes(0);
  expect(await task()).toEqual(E.right('Rex'));
  expect(await task()).toEqual(E.right('Rex'));
  expect(operation).toHaveBeenCalledTimes(2);
});

it('leaves no timer behind', async () => {
  await run(() => Promise.resolve('Rex'))();
  expect(vi.getTimerCount()).toBe(0);
});

it('takes an outage for RepositoryUnavailable', async () => {
  const outage = new MongoNetworkError('reset');
  expect(await run(() => Promise.reject(outage))()).toEqual(unavailable(outage));
});

it('throws any other error, one that is thrown at once too', async () => {
  const mistake = new TypeError('x is not a function');
  await expect(run(() => Promise.reject(mistake))()).rejects.toBe(mistake);
  const atOnce = () => {
    throw mistake;
  };
  await expect(run(atOnce)()).rejects.toBe(mistake);
});

it('takes whatever keeps the store from being ready for RepositoryUnavailable', async () => {
  const cause = new Error('An index is in the way');
  const operation = vi.fn(ready.run);
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
    createRunOperation({ ready: { ...ready, run: never }, operationTimeoutMS: 4500 })(ready.run),
  ],
])('does not wait longer than its time for %s', async (_, task) => {
  const answer = task();
  await vi.advanceTimersByTimeAsync(4499);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toEqual(late);
});

it('lets an operation that fails when it is late fail in silence', async () => {
  const operation = Promise.withResolvers<never>();
  const answer = run(() => operation.promise)();
  await vi.advanceTimersByTimeAsync(4500);
  operation.reject(new TypeError('too late'));
  expect(await answer).toEqual(late);
});
