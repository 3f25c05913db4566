import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { ApiKeyId } from '@animal-store/access';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TrackedRequest } from '../client-connection.ts';
import { type ConnectionLimits, connectionLimits, type TimeLimits, timeLimits } from '../limits.ts';
import { createConnections } from './connections.ts';

const setUp = (limits: Partial<ConnectionLimits & TimeLimits> = {}) => {
  const connections = createConnections({ ...connectionLimits, ...timeLimits, ...limits });
  const open = (): Socket => {
    // A socket without a TCP connection cannot be reset.
    const socket = new Socket().on('error', () => undefined);
    connections.connect(socket);
    return socket;
  };
  const add = (socket: Socket) => {
    const req = new IncomingMessage(socket);
    const res = new ServerResponse(req);
    const isHandled = connections.add(req, res);
    const { clientConnection }: TrackedRequest = req;
    const accept = (): void => clientConnection?.accept(req, 'abcdefgh' as ApiKeyId);
    const wait = (bytes: number) => clientConnection?.waitToSend(bytes);
    return { isHandled, res, accept, reject: () => clientConnection?.reject(), wait };
  };
  /** A connection that has sent a request with a valid key. */
  const openKnown = (): Socket => {
    const socket = open();
    const { res, accept } = add(socket);
    accept();
    res.emit('close');
    return socket;
  };
  return { connections, open, openKnown, add };
};

const nextTick = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

const arePaused = (...sockets: readonly Socket[]): readonly boolean[] => sockets.map((socket) => socket.isPaused());

/** Whether a connection stays unread if Node.js resumes it, as it does whenever a request body is consumed. */
const staysPaused = async (socket: Socket): Promise<boolean> => {
  socket.resume();
  await nextTick();
  return socket.isPaused();
};

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

  describe('while another client has a valid key', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
    afterEach(() => void vi.useRealTimers());

    /** Lets the connections that wait have their turn. */
    const turns = async (): Promise<void> => {
      for (let turn = 0; turn < 10; turn += 1) await setImmediate();
    };

    it('waits for its turn if it is new, until its valid key comes', async () => {
      const { open, openKnown, add } = setUp({ maxUnansweredRead: 0 });
      openKnown();
      const [first, second] = [open(), open()];
      await nextTick();
      expect([...arePaused(first, second), await staysPaused(first)]).toEqual([true, true, true]);
      const { accept, res } = add(second);
      accept();
      res.emit('close');
      expect(arePaused(first, second)).toEqual([true, false]);
    });

    it('waits for a turn after each request without a valid key, even if a valid one comes meanwhile', async () => {
      const { openKnown, add } = setUp();
      const socket = openKnown();
      for (let times = 0; times < 2; times += 1) {
        add(socket).res.emit('close');
        const { accept, res } = add(socket);
        accept();
        res.emit('close');
        await nextTick();
        expect(arePaused(socket)).toEqual([true]);
        await turns();
        expect(arePaused(socket)).toEqual([false]);
      }
      const { accept, res } = add(socket);
      accept();
      res.emit('close');
      await turns();
      expect(arePaused(socket)).toEqual([false]);
    });

    it('waits for one turn after each request without a key, before a valid one too', async () => {
      const { open, openKnown, add } = setUp();
      openKnown();
      const socket = open();
      await turns();
      const { res } = add(socket);
      await turns();
      res.emit('close');
      await nextTick();
      expect(arePaused(socket)).toEqual([false]);
      const valid = add(socket);
      valid.accept();
      valid.res.emit('close');
      await nextTick();
      expect(arePaused(socket)).toEqual([true]);
      await turns();
      // Nothing is owed any more.
      add(socket).reject();
      add(socket).accept();
      await nextTick();
      expect(arePaused(socket)).toEqual([false]);
    });

    it('waits after a key that is not valid any more for the turn of an unknown client, unless a valid request is unanswered', async () => {
      const { openKnown, add } = setUp();
      openKnown();
      const [shared, revoked] = [openKnown(), openKnown()];
      const valid = add(shared);
      valid.accept();
      add(shared).reject();
      add(revoked).reject();
      add(shared);
      add(revoked);
      await nextTick();
      expect(arePaused(shared, revoked)).toEqual([false, true]);
    });

    it('does not wait if a proxy limits unknown clients', async () => {
      const { open, openKnown, add } = setUp({ strangers: 'trusted' });
      openKnown();
      const socket = open();
      add(socket).res.emit('close');
      await nextTick();
      expect(arePaused(socket)).toEqual([false]);
    });
  });
});

describe('a client that takes too long', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  const setUpSweep = (limits: Partial<TimeLimits>) => {
    const { connections, open, add } = setUp(limits);
    const socket = open();
    const isEndedAfter = (duration: number): boolean => {
      vi.advanceTimersByTime(duration);
      connections.sweep();
      return socket.destroyed;
    };
    return { socket, add: () => add(socket).res, isEndedAfter };
  };

  it('for one response is cut off, counted from the end of its work and of those before', () => {
    const { add, isEndedAfter } = setUpSweep({ responseTimeout: 100 });
    expect(isEndedAfter(100)).toBe(false);
    const [first, second] = [add(), add()];
    second.end();
    expect([isEndedAfter(0), isEndedAfter(100)]).toEqual([false, false]);
    first.end();
    expect([isEndedAfter(0), isEndedAfter(99)]).toEqual([false, false]);
    first.emit('close');
    expect([isEndedAfter(1), isEndedAfter(99), isEndedAfter(1)]).toEqual([false, false, true]);
  });

  it.each([
    [100, true],
    [0, false],
  ])('for its next request is closed, with a limit of %i: %s', (keepAliveTimeout, isEnded) => {
    const { socket, add, isEndedAfter } = setUpSweep({ keepAliveTimeout });
    let received = 0;
    Object.defineProperty(socket, 'bytesRead', { get: () => received });
    expect([isEndedAfter(0), isEndedAfter(100)]).toEqual([false, false]);
    const res = add();
    expect([isEndedAfter(0), isEndedAfter(100)]).toEqual([false, false]);
    res.emit('close');
    expect([isEndedAfter(0), isEndedAfter(99)]).toEqual([false, false]);
    received += 1;
    expect([isEndedAfter(1), isEndedAfter(99), isEndedAfter(1)]).toEqual([false, false, isEnded]);
  });
});

describe('a connection', () => {
  const areCut = (...sockets: readonly Socket[]): readonly boolean[] => sockets.map(({ destroyed }) => destroyed);

  it('is closed if there are too many, and is counted until it is closed', async () => {
    const { connections, open } = setUp({ maxConnections: 2 });
    const [first, second] = [open(), open()];
    expect([connections.size(), ...areCut(first, second)]).toEqual([2, false, false]);
    const third = open();
    expect(areCut(first, second, third)).toEqual([true, false, false]);
    await setImmediate();
    expect(connections.size()).toBe(2);
  });

  it('is closed before those that were used later', () => {
    const { open, openKnown, add } = setUp({ maxConnections: 2 });
    const [first, second] = [openKnown(), openKnown()];
    add(first).res.emit('close');
    open();
    expect(areCut(first, second)).toEqual([false, true]);
  });

  it('is cut if all have too many unanswered requests, which are counted until they have their responses', () => {
    const { connections, open, openKnown, add } = setUp({ maxUnansweredInAll: 2 });
    const [known, first, second] = [openKnown(), open(), open()];
    add(first).res.emit('close');
    add(first);
    add(first);
    expect([connections.count(), ...areCut(first, second)]).toEqual([2, false, false]);
    const ofKnown = add(known).res;
    expect([connections.count(), ...areCut(known, first)]).toEqual([3, false, false]);
    ofKnown.emit('close');
    add(second);
    expect([connections.count(), ...areCut(first, second)]).toEqual([3, true, false]);
  });

  it('is cut off with the first request above its limit, which is not counted', () => {
    const { connections, open, add } = setUp({ maxUnanswered: 1 });
    const socket = open();
    expect([add(socket).isHandled, add(socket).isHandled, socket.destroyed, connections.count()]).toEqual([
      ...[true, false, true, 1],
    ]);
  });

  it.each([
    ['while the last response is open', false],
    ['after it', true],
  ])('handles no request behind a response that closes it, %s', (_, isOver) => {
    const { connections, open, add } = setUp();
    const socket = open();
    expect([add(socket).isHandled, add(socket).isHandled]).toEqual([true, true]);
    const last = add(socket).res;
    last.setHeader('Connection', 'close');
    if (isOver) for (const request of connections.open()) request.res.emit('close');
    expect(connections.count()).toBe(isOver ? 0 : 3);
    expect(add(socket).isHandled).toBe(false);
  });

  it.each([
    ['reset if it has no key, with all that its client has not read', 0, 1],
    ['closed if it has one, after what was sent', 1, 0],
  ])('is %s', (_, known, resets) => {
    const { open, openKnown } = setUp({ maxConnections: 1 });
    const victim = known === 1 ? openKnown() : open();
    const reset = vi.spyOn(victim, 'resetAndDestroy');
    open();
    expect([victim.destroyed, reset.mock.calls.length]).toEqual([true, resets]);
  });

  it('ends each of its responses once when it is lost', async () => {
    const { connections, open, add } = setUp();
    const socket = open();
    const closed = vi.fn();
    for (const { res } of [add(socket), add(socket)]) res.on('close', closed);
    socket.destroy();
    await setImmediate();
    expect([closed.mock.calls.length, connections.count(), connections.size()]).toEqual([2, 0, 0]);
  });

  it('parses nothing behind a response that closes it', () => {
    const { open, add } = setUp();
    const socket = open();
    const parser = { onIncoming: () => 0 };
    Object.assign(socket, { parser });
    add(socket).res.setHeader('Connection', 'close');
    add(socket);
    expect(parser.onIncoming()).toBe(2);
  });

  it.each([
    ['the response, which says so', false, 'close'],
    ['the response, whose headers are sent', true, undefined],
  ])('that has got too many bytes without a key ends with %s', (_, isSent, header) => {
    const { open, add, connections } = setUp({ maxBytesWithoutKey: 10 });
    const socket = open();
    const { res, wait } = add(socket);
    expect(wait(10)).toBe(undefined);
    if (isSent) res.flushHeaders();
    expect(wait(1)).toBeInstanceOf(Promise);
    expect(res.getHeader('Connection')).toBe(header);
    expect(add(socket).isHandled).toBe(false);
    // Node.js sends the end, and the client closes the connection.
    connections.close(socket);
    expect(socket.destroyed).toBe(false);
  });

  it('that is lost waits for nothing', async () => {
    const { open, add } = setUp({ maxBytesWithoutKey: 0 });
    const [waiting, lost] = [open(), open()];
    const sent = add(waiting).wait(1);
    waiting.destroy();
    await sent;
    const { wait } = add(lost);
    lost.destroy();
    expect(wait(1)).toBe(undefined);
  });

  it('keeps its key while the request that it came with is unanswered', () => {
    const { open, add } = setUp({ maxConnections: 1 });
    const socket = open();
    const [first, second] = [add(socket), add(socket)];
    second.accept();
    first.res.emit('close');
    first.reject();
    // A busy connection with a key stays, and the newcomer is closed.
    expect(areCut(socket, open())).toEqual([false, true]);
    second.res.emit('close');
    first.reject();
    expect(areCut(socket, open())).toEqual([true, false]);
  });

  it('is read no further after it is stopped, and is closed', async () => {
    const { connections, open } = setUp();
    const socket = open();
    const parser = new (class {
      static readonly kOnBody = 'onBody';
      readonly onBody = vi.fn();
    })();
    Object.assign(socket, { parser });
    connections.stopReading(socket);
    expect(parser.onBody).toBe(null);
    expect([socket.isPaused(), await staysPaused(socket)]).toEqual([true, true]);
    connections.close(socket);
    expect(areCut(socket)).toEqual([true]);
  });
});
