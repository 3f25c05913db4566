import { createRequire } from 'node:module';
import type { RefusedMessage, RequestReport } from '@animal-store/adapter-http-koa';
import { destination, type Logger, pino, stdSerializers } from 'pino';
import { withTimeout } from '../with-timeout.ts';
import { joinLines } from './join-lines.ts';
import type { LogLevel } from './log-level.ts';
import { neverThrow } from './never-throw.ts';
import { perSeries } from './per-series.ts';
import { sumFloods } from './sum-floods.ts';

/** The log, and functions that write what is buffered. */
export interface Log {
  readonly logger: Logger;
  readonly flush: () => Promise<void>;
  /** Flushes, at most for a second, and lets the process end; lines that are logged after that are lost. */
  readonly close: () => Promise<void>;
}

/** How many bytes of the log wait for a slow reader; lines above that are dropped. */
const maxWaiting = 4 * 1024 * 1024;

/**
 * How many bytes are written at once. A process that is killed loses as many. With half as many a request takes
 * 0.6 µs more CPU time, because another thread does each write. A pipe holds four times as many.
 */
const joinedSize = 16 * 1024;

/** How long, in milliseconds, a line waits until it is written together with others. */
const longestWait = 1_000;

/** How long, in milliseconds, `close` waits for a reader that does not read. */
const longestClose = 1_000;

// Loaded only for a terminal: it takes 33 ms of the startup.
const loadPretty = (): typeof import('pino-pretty') => createRequire(import.meta.url)('pino-pretty');

/** Writes to standard output: one JSON object a line, or formatted text on a terminal. */
export const createLog = (level: LogLevel): Log => {
  // Keep serving when standard output or standard error is closed.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  if (process.stdout.isTTY) {
    const written = (): Promise<void> => Promise.resolve();
    return {
      logger: pino({ level }, loadPretty()({ ignore: 'pid,hostname', sync: true })),
      flush: written,
      close: written,
    };
  }
  // The type knows only texts.
  const lines = joinLines(joinedSize, (bytes) => stream.write(bytes as unknown as string));
  // Before pino's own listener, which writes the buffer of the stream when the process ends.
  process.prependListener('exit', lines.flush);
  // Not a `minLength` of 0, with which `flush` does nothing.
  const stream = destination({ dest: 1, sync: false, minLength: 1, maxLength: maxWaiting, contentMode: 'buffer' });
  const flushing = setInterval(() => {
    lines.flush();
    stream.flush();
  }, longestWait).unref();
  // Keep serving when the disk is full.
  stream.on('error', () => undefined);
  // Not flushSync: in sonic-boom 5.0 it never returns after the reader of the pipe has gone. We know of no issue; a newer
  // version may allow it.
  const flushOnce = (): Promise<void> =>
    new Promise((resolve) => {
      lines.flush();
      stream.once('error', () => resolve());
      stream.flush(() => resolve());
    });
  // During a write, sonic-boom (4.2 and 5.0) waits for the end of that write only. Lines that arrive meanwhile take a second
  // flush, which can go once one flush writes them too.
  const flush = (): Promise<void> => flushOnce().then(flushOnce);
  return {
    logger: pino({ level, base: null }, lines),
    flush,
    close: async () => {
      await withTimeout(longestClose, flush(), () => undefined);
      clearInterval(flushing);
      stream.write = () => true;
      // An open stream would retry for ever if the disk is full.
      stream.destroy();
    },
  };
};

// W3C Trace Context: an id of zeros alone is invalid.
const traceparent = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

// Other properties of an error may quote what a client sent: the MongoDB driver's contain keys and documents.
const describe = (failure: unknown): unknown => {
  if (!(failure instanceof Error)) return { type: typeof failure };
  const { type, message, stack } = stdSerializers.err(failure);
  return { type, message, stack };
};

// A probe that succeeds is no news: those of a balancer and of Kubernetes would be most lines of a quiet service.
const probes: ReadonlySet<string> = new Set(['/livez', '/readyz']);

/** How many requests without a valid key are logged one by one in a second: a client without a key must not fill a disk. */
const loggedWithoutKey = 100;

/** Logs a finished request in one line, without key, body and query. It never throws. */
export const logRequest = (parent: Logger): ((request: RequestReport) => void) => {
  const logger = parent.child({}, { serializers: { err: describe } });
  const isLogged = sumFloods(loggedWithoutKey, (counts) => logger.info({ counts }, 'more requests without a key'));
  // pino writes the fields of a child once, which saves a quarter of a line.
  const loggerOf = perSeries((method, route, status) => logger.child({ method, route, status }));
  return neverThrow(
    (request) => {
      const { requestId, method, route, petId, status, aborted, apiKeyId, authenticationFailure, failure } = request;
      const isProbe = status === 200 && probes.has(route);
      if (apiKeyId === undefined && status !== 500 && !isProbe && !isLogged(status)) return undefined;
      const duration = Math.round(request.duration * 1000) / 1000;
      const traceId = request.traceparent === undefined ? undefined : traceparent.exec(request.traceparent)?.[1];
      const err = status === 503 ? undefined : failure;
      // One literal: a spread takes 0.5 µs.
      const line = { requestId, petId, aborted, apiKeyId, authenticationFailure, duration, traceId, err };
      const series = loggerOf(method, route, status);
      if (status === 500) return series.error(line, 'request failed');
      // In an outage every request has the same reason, and a stack for each would be kilobytes a line.
      if (status === 503) return series.warn({ ...line, reason: failure && String(failure) }, 'request refused');
      return series[isProbe ? 'debug' : 'info'](line, 'request');
    },
    () => logger.error('a request could not be logged'),
  );
};

/** Logs a message that the HTTP parser refused, so that it is not a request. */
export const logRefusedMessage = (logger: Logger): ((refused: RefusedMessage) => void) => {
  const isLogged = sumFloods(loggedWithoutKey, (counts) =>
    logger.info({ counts }, 'more messages that are no requests'),
  );
  return (refused) => {
    if (isLogged(refused.status)) logger.info(refused, 'no request');
  };
};
