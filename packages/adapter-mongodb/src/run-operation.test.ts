import { either as E } from 'fp-ts';
import { MongoNetworkError } from 'mongodb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { notAuthorized } from './errors.ts';
import { createRunOperation, type RunSettings } from './run-operation.ts';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

const create = (settings: Partial<RunSettings> = {}) =>
  createRunOperation({
    ready: () => Promise.resolve(),
    onLoggedOut: () => undefined,
    operationTimeoutMS: 4500,
    ...settings,
  });
const nothing = () => Promise.resolve(E.right(undefined));
const unavailable = (cause: unknown) => E.left({ _tag: 'RepositoryUnavailable', cause });
const late = unavailable(Object.assign(new Error('no response within 4500 ms'), { code: 'ETIMEDOUT' }));

it('turns an outage and a refusal into RepositoryUnavailable', async () => {
  for (const error of [new MongoNetworkError('reset'), notAuthorized('no')])
    expect(await create()(() => Promise.reject(error))()).toEqual(unavailable(error));
  expect(await create()(() => Promise.resolve(E.right('Rex')))()).toEqual(E.right('Rex'));
});

it('throws any other error, including one that is thrown synchronously', async () => {
  const mistake = new TypeError('x is not a function');
  await expect(create()(() => Promise.reject(mistake))()).rejects.toBe(mistake);
  const atOnce = () => {
    throw mistake;
  };
  await expect(create()(atOnce)()).rejects.toBe(mistake);
});

it('turns a failed preparation of the store into RepositoryUnavailable', async () => {
  const cause = new Error('An index is in the way');
  const operation = vi.fn(nothing);
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
  const preparation = Promise.withResolvers<void>();
  const operation = vi.fn(nothing);
  const outcome = create({ ready: () => preparation.promise })(operation)();
  await vi.advanceTimersByTimeAsync(4500);
  expect(await outcome).toEqual(late);
  preparation.resolve();
  await preparation.promise;
  expect(operation).toHaveBeenCalledTimes(0);
});

it('lets no step of a late operation begin', async () => {
  const step = Promise.withResolvers<void>();
  const write = vi.fn();
  const outcome = create()(async (assertInTime) => {
    await step.promise;
    assertInTime();
    write();
    return E.right(undefined);
  })();
  await vi.advanceTimersByTimeAsync(4500);
  expect(await outcome).toEqual(late);
  step.resolve();
  await vi.advanceTimersByTimeAsync(1);
  expect(write).toHaveBeenCalledTimes(0);
});
