import { either as E } from 'fp-ts';
import { MongoNetworkError, MongoServerError } from 'mongodb';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Collections } from './collections.ts';
import { notAuthorized } from './errors.ts';
import { openMongo } from './index.ts';
import { createRun, type RunSettings } from './run.ts';

const create = (settings: Partial<RunSettings> = {}) =>
  createRun({
    connect: () => Promise.resolve(),
    disconnect: () => Promise.resolve(),
    prepare: () => Promise.resolve({} as Collections),
    operationTimeoutMS: 4500,
    ...settings,
  }).run;
const unavailable = (cause: unknown) => E.left({ _tag: 'RepositoryUnavailable', cause });

it('turns an outage and a refusal into RepositoryUnavailable, and throws any other error', async () => {
  for (const error of [new MongoNetworkError('reset'), notAuthorized('no')])
    expect(await create()(() => Promise.reject(error))()).toEqual(unavailable(error));
  const mistake = new TypeError('x is not a function');
  await expect(create()(() => Promise.reject(mistake))()).rejects.toBe(mistake);
});

it('throws an error of the server without its message, which may quote a document', async () => {
  const quoting = new MongoServerError({
    message: "Can't extract geo keys: Rex",
    code: 16755,
    codeName: 'Location16755',
  });
  const thrown = await create()(() => Promise.reject(quoting))().catch((error: unknown) => error);
  expect(thrown).toEqual(new Error('an operation is refused: code 16755 (Location16755)'));
});

it('turns a failed preparation of the store into RepositoryUnavailable', async () => {
  const cause = new Error('An index is in the way');
  const operation = vi.fn();
  expect(await create({ prepare: () => Promise.reject(cause) })(operation)()).toEqual(unavailable(cause));
  expect(operation).toHaveBeenCalledTimes(0);
});

it('does not begin an operation when its preparation ends after the time limit', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const preparation = Promise.withResolvers<Collections>();
  const operation = vi.fn();
  const outcome = create({ prepare: () => preparation.promise })(operation)();
  await vi.advanceTimersByTimeAsync(4500);
  expect(await outcome).toMatchObject({ left: { cause: { code: 'ETIMEDOUT' } } });
  preparation.resolve({} as Collections);
  await vi.runAllTimersAsync();
  expect(operation).toHaveBeenCalledTimes(0);
});

it('refuses a time limit of 0 before it connects', async () => {
  const connecting = openMongo('mongodb://127.0.0.1:1/animals', { operationTimeoutMS: 0 })();
  await expect(connecting).rejects.toThrow('operationTimeoutMS must be at least 1, not 0');
});
