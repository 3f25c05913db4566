import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Tally, Target } from './attack.ts';

/** The connections of one attack. */
export interface Sockets {
  /** Opens a connection whose responses are counted and dropped. */
  readonly open: () => Promise<Socket>;
  /** Opens a connection whose responses are never read. Such a connection does not notice that it is closed. */
  readonly openDeaf: () => Promise<Socket>;
  /** Waits, at most until the time of the attack is over. */
  readonly wait: (milliseconds: number) => Promise<unknown>;
  /** Keeps everything open until the time of the attack is over. */
  readonly untilOver: () => Promise<unknown>;
  readonly isOver: () => boolean;
}

const statusLine = /HTTP\/1\.1 (\d{3}) /g;

/** Runs an attack on plain TCP connections, and drops them all when it ends. */
export const withSockets = async (
  { origin, signal }: Target,
  attack: (sockets: Sockets) => Promise<unknown>,
): Promise<Tally> => {
  const { hostname, port } = new URL(origin);
  const sockets = new Set<Socket>();
  const tally: Record<string, number> = {};
  const count = (what: string): void => {
    tally[what] = (tally[what] ?? 0) + 1;
  };

  const open = (isDeaf: boolean): Promise<Socket> => {
    const { promise, resolve } = Promise.withResolvers<Socket>();
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    sockets.add(socket);
    // A connection that is refused or lost is an outcome of the attack, never an error of the attacker.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      if (!signal.aborted) count('closed');
      sockets.delete(socket);
      resolve(socket);
    });
    socket.once('connect', () => resolve(socket));
    if (isDeaf) socket.pause();
    else {
      socket.on('data', (chunk) => {
        for (const [, status = ''] of chunk.toString('latin1').matchAll(statusLine)) count(status);
      });
    }
    return promise;
  };

  const wait = (milliseconds: number): Promise<unknown> =>
    pause(milliseconds, undefined, { signal }).catch(() => undefined);
  try {
    await attack({
      open: () => open(false),
      openDeaf: () => open(true),
      wait,
      untilOver: () => wait(10 * 60_000),
      isOver: () => signal.aborted,
    });
  } finally {
    for (const socket of sockets) socket.resetAndDestroy();
  }
  return tally;
};

/** How many responses begin in these bytes. */
const countResponses = (chunk: Buffer): number => chunk.toString('latin1').split('HTTP/1.1 ').length - 1;

/** Sends bytes and waits until they are sent, at most until the time of the attack is over. */
export const write = (socket: Socket, bytes: string | Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    socket.once('close', resolve);
    socket.write(bytes, () => {
      socket.off('close', resolve);
      resolve();
    });
  });

/** Sends bytes on each of some new connections. */
export const sendOnEach = (open: Sockets['open'], count: number, bytes: string): Promise<unknown> =>
  Promise.all(Array.from({ length: count }, async () => write(await open(), bytes)));

/** Sends some requests at once, and again when the responses to all of them have begun. */
export const sendAgain = (socket: Socket, count: number, spell: () => string): void => {
  let missing = count;
  socket.on('data', (chunk) => {
    missing -= countResponses(chunk);
    if (missing > 0) return;
    missing = count;
    socket.write(spell());
  });
  socket.write(spell());
};

/** Keeps some requests in flight: sends another one for each response that begins, after `pause`. */
export const keepInFlight = (
  socket: Socket,
  count: number,
  spell: () => string,
  pause: () => Promise<unknown> = () => Promise.resolve(),
): void => {
  const send = (requests: number): void => void socket.write(Array.from({ length: requests }, spell).join(''));
  socket.on('data', (chunk) => void pause().then(() => send(countResponses(chunk))));
  send(count);
};

/** Opens connections, `use`s each one, and opens each one again when the service closes it. */
export const keepOpen = async (
  { open, isOver, wait }: Sockets,
  count: number,
  use: (socket: Socket) => unknown,
): Promise<void> => {
  const again = async (): Promise<void> => {
    const socket = await open();
    socket.once('close', () => void wait(100).then(() => (isOver() ? undefined : again())));
    use(socket);
  };
  for (let opened = 0; opened < count && !isOver(); opened += 20) await Promise.all(Array.from({ length: 20 }, again));
};
