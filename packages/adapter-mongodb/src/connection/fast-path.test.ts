import { MongoClient } from 'mongodb';
import { expect, it, vi } from 'vitest';
import { createSessionPool } from './fast-path.ts';

const setUp = () => {
  const client = new MongoClient('mongodb://localhost');
  return { client, start: vi.spyOn(client, 'startSession'), withSession: createSessionPool(client) };
};

it('uses one session for consecutive operations, and one for each concurrent operation', async () => {
  const { start, withSession } = setUp();
  const first = await withSession((session) => Promise.resolve(session));
  const gate = Promise.withResolvers<void>();
  const both = [1, 2].map(() => withSession((session) => gate.promise.then(() => session)));
  gate.resolve();
  const [second, third] = await Promise.all(both);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(start.mock.calls).toEqual([[{ causalConsistency: false }], [{ causalConsistency: false }]]);
});

it('ends a session under which something failed, and passes the failure on', async () => {
  const { start, withSession } = setUp();
  const failure = new Error('no');
  await expect(withSession(() => Promise.reject(failure))).rejects.toBe(failure);
  const failed = start.mock.results[0]?.value;
  expect(failed.hasEnded).toBe(true);
  expect(await withSession((session) => Promise.resolve(session === failed))).toBe(false);
});
