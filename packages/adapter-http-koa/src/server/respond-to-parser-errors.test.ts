import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { connectionLimits, timeLimits } from '../limits.ts';
import { createConnections } from './connections.ts';
import { respondToParserErrors } from './respond-to-parser-errors.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

it('responds once to a message that is not HTTP, and cuts the connection off 1 s later', async () => {
  const report = vi.fn();
  const respond = respondToParserErrors(createConnections({ ...connectionLimits, ...timeLimits }), report);
  const written: string[] = [];
  const client = new Duplex({
    read: () => undefined,
    write: (text, _, done) => done(void written.push(String(text))),
  });
  for (let times = 0; times < 2; times += 1) await respond(new Error('not HTTP'), client as Socket);
  expect([written.length, report.mock.calls.length]).toEqual([1, 1]);
  vi.advanceTimersByTime(999);
  expect(client.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(client.destroyed).toBe(true);
});
