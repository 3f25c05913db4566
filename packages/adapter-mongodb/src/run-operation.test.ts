import { either as E } from 'fp-ts';
import { MongoNetworkError } from 'mongodb';
import { expect, it, onTestFinished, vi } from 'vitest';
import { notAuthorized } from './errors.ts';
import { createRunOperation, type RunSettings } from './run-operation.ts';

const create = (settings: Partial<RunSettings> = {}) =>
  createRunOperation({
    ready: () => Promise.resolve(),
    onLoggedOut: () => undefined,
    operationTimeoutMS: 4500,
    ...settings,
  });
const unavailable = (cause: unknown) => E.left({ _tag: 'RepositoryUnavailable', cause });

it('turns an outage and a refusal into RepositoryUnavailable, and throws any other error', async () => {
  for (const error of [new MongoNetworkError('reset'), notAuthorized('no')])
    expect(await create()(() => Promise.reject(error))()).toEqual(unavailable(error));
  const mistake = new TypeError('x is not a function');
  await expect(create()(() => Promise.reject(mistake))()).rejects.toBe(mistake);
});

it('turns a failed preparation of the store into RepositoryUnavailable', async () => {
  const cause = new Error('An index is in the way');
  const operation = vi.fn();
  expect(await create({ ready: () => Promise.reject(cause) })(operation)()).toEqual(unavailable(cause));
  expect(operation).toHaveBeenCalledTimes(0);
});

it('tells when a connection is logged out, and not when a right is missing', async () => {
  const onLoggedOut = vi.fn();
  const run = create({ onLoggedOut });
  await run(() => Promise.reject(notAuthorized('not authorized on x')))();
  expect(onLoggedOut).toHaveBeenCalledTimes(0);
  await run(() => Promise.reject(notAuthorized('command find requires authentication')))();
  expect(onLoggedOut).toHaveBeenCalledTimes(1);
});

it('does not begin an operation when its preparation ends after the time limit', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const preparation = Promise.withResolvers<void>();
  const operation = vi.fn();
  const outcome = create({ ready: () => preparation.promise })(operation)();
  await vi.advanceTimersByTimeAsync(4500);
  expect(await outcome).toMatchObject({ left: { cause: { code: 'ETIMEDOUT' } } });
  preparation.resolve();
  await vi.runAllTimersAsync();
  expect(operation).toHaveBeenCalledTimes(0);
});
