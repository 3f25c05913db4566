import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createConnection } from './connection.ts';
import { reset } from './reset.ts';

it('knows what it has received, whether a request has only begun, and whether a response is unread', () => {
  const socket = new Socket();
  const connection = createConnection(socket, 1_000);
  const seen = () => [connection.received(), connection.isBegun(), connection.unanswered(), connection.isUnread()];
  expect(seen()).toEqual([0, false, 0, false]);
  Object.defineProperty(socket, 'bytesRead', { value: 7 });
  expect(seen()).toEqual([7, true, 0, false]);
  const req = new IncomingMessage(socket);
  const request = { req, res: new ServerResponse(req), isAccepted: false };
  connection.last = request;
  connection.open.push(request);
  expect(seen()).toEqual([7, false, 1, false]);
  request.res.end();
  expect(seen()).toEqual([7, false, 1, true]);
});

describe('the end of a connection', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const setUp = () => {
    const socket = new Socket().on('error', () => undefined);
    const reset = vi.spyOn(socket, 'resetAndDestroy');
    return { socket, connection: createConnection(socket, 1_000), resets: () => reset.mock.calls.length };
  };

  it('waits for its client, which has its time to read', () => {
    const { socket, connection, resets } = setUp();
    const end = vi.spyOn(socket, 'end').mockReturnValue(socket);
    for (let times = 0; times < 2; times += 1) connection.endWithClient();
    socket.destroySoon();
    expect([connection.isEnding, end.mock.calls.length]).toEqual([true, 1]);
    vi.advanceTimersByTime(999);
    expect(resets()).toBe(0);
    vi.advanceTimersByTime(1);
    expect(resets()).toBe(1);
    socket.emit('end');
    expect(resets()).toBe(2);
  });

  it('leaves no timer behind', () => {
    const { connection } = setUp();
    connection.resetLater();
    for (const task of connection.onClose) task();
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['is not reset while it is being sent', false, 0],
    ['is reset before it is sent', true, 1],
  ])('%s', (_, isBehindBytes, times) => {
    const { socket, resets } = setUp();
    // Nothing is sent before the connection is there.
    Object.assign(socket, { connecting: true });
    if (isBehindBytes) socket.write('x');
    socket.end();
    reset(socket);
    expect(resets()).toBe(times);
    socket.emit('finish');
    expect(resets()).toBe(1);
  });
});
