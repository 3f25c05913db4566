import { once } from 'node:events';
import { connect } from 'node:net';
import { onTestFinished } from 'vitest';

/** Connections that are slow in one way. */
export interface SlowKind {
  readonly count: number;
  /** The bytes that each of them sends at once. */
  readonly begin: (index: number) => string;
  /** The bytes that each sends twice a second, if any. */
  readonly drip?: string;
  /** Whether it leaves the responses unread. */
  readonly isDeaf?: boolean;
}

/** How the service ended a connection. */
export interface Closing {
  /** The time from its opening, in milliseconds. */
  readonly after: number;
  readonly received: string;
}

const dripInterval = 500;

/** An open connection. */
export interface SlowSocket {
  readonly closed: Promise<Closing>;
}

const openOne = async (origin: URL, { begin, drip, isDeaf }: SlowKind, index: number): Promise<SlowSocket> => {
  const socket = connect({ host: origin.hostname, port: Number(origin.port), noDelay: true });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.on('error', () => undefined); // A reset ends the connection as well.
  const start = performance.now();
  const closed = Promise.withResolvers<Closing>();
  let received = '';
  if (!isDeaf) {
    socket.setEncoding('latin1').on('data', (text) => {
      received += text;
    });
  }
  socket.write(begin(index));
  const timer = drip === undefined ? undefined : setInterval(() => socket.write(drip), dripInterval);
  socket.on('close', () => {
    clearInterval(timer);
    closed.resolve({ after: performance.now() - start, received });
  });
  return { closed: closed.promise };
};

/** Opens connections that are slow in one way, all at once. They are closed after the test. */
export const openSlowSockets = (origin: string, kind: SlowKind): Promise<readonly SlowSocket[]> =>
  Promise.all(Array.from({ length: kind.count }, (_, index) => openOne(new URL(origin), kind, index)));
