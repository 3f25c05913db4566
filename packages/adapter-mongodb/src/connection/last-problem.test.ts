import { EventEmitter } from 'node:events';
import type { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
import { observeProblems } from './last-problem.ts';

const setUp = (replicaSet?: string) => {
  const events = new EventEmitter();
  const client = Object.assign(events, { options: { replicaSet } }) as unknown as Pick<MongoClient, 'on' | 'options'>;
  const problem = observeProblems(client);
  return {
    problem,
    fail: (connectionId: string, message: string) =>
      events.emit('serverHeartbeatFailed', { connectionId, failure: new Error(message) }),
    succeed: (connectionId: string, setName?: string) =>
      events.emit('serverHeartbeatSucceeded', { connectionId, reply: { setName } }),
  };
};

it('names what is wrong with each server, once, until the server responds', () => {
  const { problem, fail, succeed } = setUp();
  expect(problem()).toBeUndefined();
  for (const server of ['a:1', 'b:1']) fail(server, 'certificate has expired');
  fail('c:1', 'connect ECONNREFUSED c:1');
  expect(problem()).toBe('certificate has expired; connect ECONNREFUSED c:1');
  for (const server of ['a:1', 'b:1', 'c:1']) succeed(server, 'rs0');
  expect(problem()).toBeUndefined();
});

it('names the replica set of a server that belongs to another one', () => {
  const { problem, succeed } = setUp('wrong');
  succeed('a:1', 'rs0');
  expect(problem()).toBe('a:1 belongs to the replica set rs0, not to wrong');
  succeed('a:1', 'wrong');
  expect(problem()).toBeUndefined();
});
