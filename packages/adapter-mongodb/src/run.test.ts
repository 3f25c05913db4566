import { MongoServerError } from 'mongodb';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Collections } from './collections.ts';
import { openMongo } from './index.ts';
import { createRun } from './run.ts';

const collections = {} as Collections;

const createRunOn = (prepared: Promise<Collections>) =>
  createRun({
    connect: () => Promise.resolve(),
    disconnect: () => Promise.resolve(),
    prepare: () => prepared,
    operationTimeoutMS: 4500,
  }).run;

it('throws an error of the server without its message, which may quote a document', async () => {
  const message = "Can't extract geo keys: Rex";
  const quoting = new MongoServerError({ message, code: 16755, codeName: 'Location16755' });
  const run = createRunOn(Promise.resolve(collections));
  const thrown = await run(() => Promise.reject(quoting))().catch((error: unknown) => error);
  expect(thrown).toEqual(new Error('an operation is refused: code 16755 (Location16755)'));
});

it('does not begin an operation when the store is prepared after the time limit', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const preparation = Promise.withResolvers<Collections>();
  const operation = vi.fn();
  const outcome = createRunOn(preparation.promise)(operation)();
  await vi.advanceTimersByTimeAsync(4500);
  expect(await outcome).toMatchObject({ left: { cause: { code: 'ETIMEDOUT' } } });
  preparation.resolve(collections);
  await vi.runAllTimersAsync();
  expect(operation).not.toHaveBeenCalled();
});

it('refuses a time limit of 0 before it connects', async () => {
  const connecting = openMongo('mongodb://127.0.0.1:1/animals', { operationTimeoutMS: 0 })();
  await expect(connecting).rejects.toThrow('operationTimeoutMS must be at least 1, not 0');
});
