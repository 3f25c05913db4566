import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ConnectionLimits, connectionLimits, type TimeLimits, timeLimits } from '../limits.ts';
import { markAuthenticated } from './authenticated-sockets.ts';
import { createConnections } from './connections.ts';

const setUp = (limits: Partial<ConnectionLimits & TimeLimits> = {}) => {
  const connections = createConnections({ ...connectionLimits, ...timeLimits, ...limits });
  const open = (): Socket => {
    const socket = new Socket();
    connections.connect(socket);
    return socket;
  };
  const add = (socket: Socket) => {
    const req = new IncomingMessage(socket);
    const res = new ServerResponse(req);
    return { isHandled: connections.add({ req, res }), res };
  };
  /** A connection that has sent a request with a valid key. */
  const openKnown = (): Socket => {
    const socket = open();
    markAuthenticated(socket);
    add(socket).res.emit('close');
    return socket;
  };
  return { connections, open, openKnown, add };
};

const nextTick = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

const receive = (socket: Socket): void => void Object.defineProperty(socket, 'bytesRead', { value: 1 });

const arePaused = (...sockets: readonly Socket[]): readonly boolean[] => sockets.map((socket) => socket.isPaused());

/** Whether a connection stays unread if Node.js resumes it, as it does whenever a request body is consumed. */
const staysPaused = async (socket: Socket): Promise<boolean> => {
  socket.resume();
  await nextTick();
  return socket.isPaused();
};

/**
 * A response that waits for its turn may emit `close` when it is destroyed, as in the current Node.js 24, or not, as in
 * 24.0.
 */
const ways = {
  'that emit close': ServerResponse,
  'that do not emit close': class extends ServerResponse {
    override destroy(): this {
      this.destroyed = true;
      return this;
    }
  },
};

describe('connections', () => {
  it.each(Object.entries(ways))(
    'close the responses that wait for their turn when their connection closes, %s',
    async (_, ResponseClass) => {
      const connections = createConnections({ ...connectionLimits, ...timeLimits });
      const socket = new Socket();
      connections.connect(socket);
      const closed: number[] = [];
      const responses = [1, 2, 3].map((id) => {
        const req = new IncomingMessage(socket);
        const res = new ResponseClass(req).on('close', () => closed.push(id));
        connections.add({ req, res });
        return res;
      });
      expect(connections.count()).toBe(3);
      socket.destroy();
      await once(socket, 'close');
      await setImmediate();
      expect(closed).toEqual([1, 2, 3]);
      expect(responses.every(({ destroyed }) => destroyed)).toBe(true);
      expect([connections.count(), connections.openOn(socket)]).toEqual([0, []]);
    },
  );

  it('stop parsing a piece of data when their connection is cut off', async () => {
    const connections = createConnections({ ...connectionLimits, ...timeLimits, maxUnanswered: 2 });
    const added: boolean[] = [];
    const onIncoming = vi.fn();
    const server = createServer((req, res) => {
      added.push(connections.add({ req, res }));
      if (!req.socket.destroyed) return;
      const parser = Reflect.get(req.socket, 'parser');
      parser.onIncoming = onIncoming.mockImplementation(parser.onIncoming);
    });
    server.on('connection', connections.connect).listen(0);
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port).on('error', () => undefined);
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(100));
    await once(client, 'close');
    expect(added).toEqual([true, true, false]);
    expect(onIncoming).toHaveBeenCalledTimes(1);
  });
});

describe('reading from a connection', () => {
  it('stops above the limit of unanswered requests, and continues at the limit', async () => {
    const { open, add } = setUp({ maxUnansweredRead: 2 });
    const socket = open();
    const responses = [add(socket), add(socket)];
    expect(await staysPaused(socket)).toBe(false);
    responses.push(add(socket), add(socket));
    expect([...arePaused(socket), await staysPaused(socket)]).toEqual([true, true]);
    // A response may be closed twice.
    for (let times = 0; times < 2; times += 1) responses[0]?.res.emit('close');
    expect(arePaused(socket)).toEqual([true]);
    responses[1]?.res.emit('close');
    expect([...arePaused(socket), await staysPaused(socket)]).toEqual([false, false]);
  });

  it('stops for good in the middle of a body, whose rest is dropped until the connection closes', async () => {
    class Parser {
      static readonly kOnBody = 3;
      readonly 3 = 'read the body';
    }
    const { connections, open, add } = setUp({ maxUnansweredRead: 0 });
    const parser = new Parser();
    const socket = Object.assign(open(), { parser });
    connections.stopReading(socket);
    expect([...arePaused(socket), await staysPaused(socket)]).toEqual([true, true]);
    add(socket).res.emit('close');
    expect(arePaused(socket)).toEqual([true]);
    expect(parser).toEqual({ 3: null });
    socket.destroy();
    await once(socket, 'close');
    expect(parser).toEqual({ 3: 'read the body' });
  });

  describe('without a valid key, while another client has one,', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
    afterEach(() => void vi.useRealTimers());

    it('waits for its turn, unless the key comes at once', async () => {
      const { open, openKnown, add } = setUp({ maxUnansweredRead: 0 });
      openKnown();
      const [first, second, third] = [open(), open(), open()];
      markAuthenticated(third);
      await nextTick();
      expect([...arePaused(first, second, third), await staysPaused(first)]).toEqual([true, true, false, true]);
      // Too many unanswered requests keep it waiting as well.
      const { res } = add(first);
      res.emit('close');
      add(second);
      markAuthenticated(second);
      expect(arePaused(first, second)).toEqual([true, true]);
    });

    it.each<readonly [string, (socket: Socket, add: (socket: Socket) => unknown) => unknown]>([
      ['closes', (socket) => socket.destroy()],
      ['sends a valid key', markAuthenticated],
      ['sends a request', (socket, add) => add(socket)],
      ['sends anything else', receive],
    ])('begins when another one %s', async (_, event) => {
      const { open, openKnown, add } = setUp();
      openKnown();
      const sockets = Array.from({ length: 5 }, open);
      for (let turn = 0; turn < 10; turn += 1) await setImmediate();
      const [waiting, ...others] = sockets.filter((socket) => socket.isPaused());
      expect(others).toEqual([]);
      event(sockets.find((socket) => !socket.isPaused()) as Socket, add);
      // The clock stands still, so no turn ends by itself.
      await setTimeout(10);
      await setImmediate();
      expect(waiting?.isPaused()).toBe(false);
    });
  });
});

describe('connections above a limit', () => {
  type Kind = 'silent' | 'begun' | 'used' | 'idle' | 'busy';

  it.each<readonly [readonly Kind[], closed: number]>([
    [['idle', 'used', 'silent', 'begun', 'begun'], 3],
    [['busy', 'idle', 'silent', 'used'], 2],
    [['busy', 'idle', 'used', 'silent'], 2],
    [['busy', 'idle', 'idle'], 1],
    [['busy', 'busy'], 2],
  ])('close the least useful: with %j, the one at %i', (kinds, closed) => {
    const { open, openKnown, add } = setUp({ maxConnections: kinds.length });
    const sockets = kinds.map((kind) => {
      const socket = kind === 'idle' || kind === 'busy' ? openKnown() : open();
      if (kind !== 'silent') receive(socket);
      if (kind === 'used' || kind === 'busy') add(socket);
      return socket;
    });
    expect(sockets.findIndex(({ destroyed }) => destroyed)).toBe(-1);
    expect([...sockets, open()].findIndex(({ destroyed }) => destroyed)).toBe(closed);
  });

  it('handle no request after the last one that a connection may have unanswered', () => {
    const { connections, open, add } = setUp({ maxUnanswered: 2 });
    const socket = open();
    expect([add(socket), add(socket), add(socket)].map(({ isHandled }) => isHandled)).toEqual([true, true, false]);
    expect([connections.count(), socket.destroyed]).toEqual([2, true]);
  });

  it('cut off the first of the fullest, among those with or without a key, if these hold too many requests', () => {
    const { open, openKnown, add } = setUp({ maxUnansweredInAll: 4 });
    const known = openKnown();
    const [one, two, alsoTwo] = [open(), open(), open()];
    for (const socket of [known, known, known, one, two, two, alsoTwo]) expect(add(socket).isHandled).toBe(true);
    expect(add(alsoTwo).isHandled).toBe(true);
    expect([known, one, two, alsoTwo].map(({ destroyed }) => destroyed)).toEqual([false, false, true, false]);
    expect(add(known).isHandled).toBe(true);
    expect(add(known).isHandled).toBe(false);
  });
});

describe('a slow reader', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('is cut off if it takes too long for one response, counted from the end of its work and of those before', () => {
    const { connections, open, add } = setUp({ responseTimeout: 100 });
    const socket = open();
    const isCutAfter = (duration: number): boolean => {
      vi.advanceTimersByTime(duration);
      connections.cutSlowReaders();
      return socket.destroyed;
    };
    expect(isCutAfter(100)).toBe(false);
    const [first, second] = [add(socket).res, add(socket).res];
    second.end();
    expect([isCutAfter(0), isCutAfter(100)]).toEqual([false, false]);
    first.end();
    expect([isCutAfter(0), isCutAfter(99)]).toEqual([false, false]);
    first.emit('close');
    expect([isCutAfter(1), isCutAfter(99), isCutAfter(1)]).toEqual([false, false, true]);
  });
});
