import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectionLimits, timeLimits } from '../limits.ts';
import { createConnections } from './connections.ts';
import { respondToParserErrors } from './respond-to-parser-errors.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

const setUp = () => {
  const report = vi.fn();
  const respond = respondToParserErrors(createConnections({ ...connectionLimits, ...timeLimits }), report);
  const written: string[] = [];
  const client = new Duplex({
    read: () => undefined,
    write: (text, _, done) => done(void written.push(String(text))),
  });
  const receive = (): Promise<void> => respond(new Error('not HTTP'), client as Socket);
  return { client, receive, sent: () => [written.length, report.mock.calls.length] };
};

it('responds once to a message that is not HTTP, and cuts the connection off 1 s later', async () => {
  const { client, receive, sent } = setUp();
  for (let times = 0; times < 2; times += 1) await receive();
  expect(sent()).toEqual([1, 1]);
  vi.advanceTimersByTime(999);
  expect(client.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(client.destroyed).toBe(true);
});

it('does not respond after the last response on a connection', async () => {
  const { client, receive, sent } = setUp();
  client.end();
  await receive();
  expect([...sent(), client.destroyed]).toEqual([0, 0, true]);
});
