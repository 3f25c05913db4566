import { setTimeout as wait } from 'node:timers/promises';
import type { Exchange, RefusedMessage } from '@animal-store/adapter-http-koa';
import { destination, type Logger, pino, stdSerializers } from 'pino';
import pretty from 'pino-pretty';
import type { LogLevel } from './configuration.ts';
import { contain } from './contain.ts';

/** The log, and ways to be sure that nothing of it is lost. */
export interface Log {
  readonly logger: Logger;
  readonly flush: () => Promise<void>;
  /** Flushes as far as somebody reads, and lets the process end; what is logged after that is lost. */
  readonly close: () => Promise<void>;
}

/** How much of the log, in bytes, waits for a slow reader; what is more is dropped. */
const maxWaiting = 4 * 1024 * 1024;

/** How long, in milliseconds, the end waits for a reader that does not read. */
const longestClose = 1_000;

/** Writes to standard output: one JSON object a line, or for a person when that is a terminal. */
export const createLog = (level: LogLevel): Log => {
  // Nobody reads any more: no reason to stop serving.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  if (process.stdout.isTTY) {
    const written = (): Promise<void> => Promise.resolve();
    return { logger: pino({ level }, pretty({ ignore: 'pid,hostname', sync: true })), flush: written, close: written };
  }
  const stream = destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 1000, maxLength: maxWaiting });
  // Nor is a full disk.
  stream.on('error', () => undefined);
  // Not flushSync: it never returns when nobody reads the other end of the pipe any more (sonic-boom 5.0).
  const flushOnce = (): Promise<void> =>
    new Promise((resolve) => {
      stream.once('error', () => resolve());
      stream.flush(() => resolve());
    });
  // During a write it waits for the end of that one only (sonic-boom 4.2): what has come meanwhile takes another.
  const flush = (): Promise<void> => flushOnce().then(flushOnce);
  return {
    logger: pino({ level, base: null }, stream),
    flush,
    close: async () => {
      await Promise.race([flush(), wait(longestClose, undefined, { ref: false })]);
      stream.write = () => true;
      // What a full disk did not take would be tried again for ever, as long as the stream is open.
      stream.destroy();
    },
  };
};

// W3C Trace Context: an id of nothing but zeros is none.
const traceId = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

// Other properties of an error may hold what a client sent: those of the driver's quote keys and documents.
const describe = (failure: unknown): unknown => {
  if (!(failure instanceof Error)) return { type: typeof failure };
  const { type, message, stack } = stdSerializers.err(failure);
  return { type, message, stack };
};

/** Logs a request that is over, in one line without key, body or query. It never throws. */
export const logExchange = (parent: Logger): ((exchange: Exchange) => void) => {
  const logger = parent.child({}, { serializers: { err: describe } });
  return contain(
    ({ traceparent = '', failure, duration, ...exchange }) => {
      const trace = traceId.exec(traceparent)?.[1];
      const isOutage = exchange.status === 503;
      const line = {
        ...exchange,
        duration: Math.round(duration * 1000) / 1000,
        ...(trace && { traceId: trace }),
        // Of an outage every request has the same reason: a stack with each would be kilobytes a line.
        ...(failure !== undefined && (isOutage ? { reason: String(failure) } : { err: failure })),
      };
      if (exchange.status === 500) logger.error(line, 'request failed');
      else if (isOutage) logger.warn(line, 'request refused');
      else logger.info(line, 'request');
    },
    () => logger.error('a request could not be logged'),
  );
};

/** Logs that something came which the HTTP parser refused; it was no request that could be told from others. */
export const logRefusedMessage =
  (logger: Logger): ((refused: RefusedMessage) => void) =>
  (refused) =>
    logger.info(refused, 'no request');
