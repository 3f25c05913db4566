import type { RefusedMessage, RequestReport } from '@animal-store/adapter-http-koa';
import { destination, type Logger, pino, stdSerializers } from 'pino';
import pretty from 'pino-pretty';
import type { LogLevel } from '../configuration/variables.ts';
import { withTimeout } from '../with-timeout.ts';
import { contain } from './contain.ts';
import { joinLines } from './join-lines.ts';

/** The log, and ways to be sure that nothing of it is lost. */
export interface Log {
  readonly logger: Logger;
  readonly flush: () => Promise<void>;
  /** Flushes as far as somebody reads, and lets the process end; what is logged after that is lost. */
  readonly close: () => Promise<void>;
}

/** How much of the log, in bytes, waits for a slow reader; what is more is dropped. */
const maxWaiting = 4 * 1024 * 1024;

/** How much of the log, in characters, is written at once: what a process loses that is killed by a signal. */
const joinedSize = 8 * 1024;

/** How long, in milliseconds, a line waits for others to be written with. */
const longestWait = 1_000;

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
  const lines = joinLines(joinedSize, (text) => stream.write(text));
  // Before pino's own listener, which writes what the stream holds when the process ends by itself or by an exception.
  process.prependListener('exit', lines.flush);
  const stream = destination({ dest: 1, sync: false, minLength: joinedSize, maxLength: maxWaiting });
  const flushing = setInterval(() => {
    lines.flush();
    stream.flush();
  }, longestWait).unref();
  // Nor is a full disk.
  stream.on('error', () => undefined);
  // Not flushSync: it never returns when nobody reads the other end of the pipe any more (sonic-boom 5.0).
  const flushOnce = (): Promise<void> =>
    new Promise((resolve) => {
      lines.flush();
      stream.once('error', () => resolve());
      stream.flush(() => resolve());
    });
  // During a write it waits for the end of that one only (sonic-boom 4.2): what has come meanwhile takes another.
  const flush = (): Promise<void> => flushOnce().then(flushOnce);
  return {
    logger: pino({ level, base: null }, lines),
    flush,
    close: async () => {
      await withTimeout(longestClose, flush(), () => undefined);
      clearInterval(flushing);
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
export const logRequest = (parent: Logger): ((request: RequestReport) => void) => {
  const logger = parent.child({}, { serializers: { err: describe } });
  return contain(
    (request) => {
      const { requestId, method, route, status, duration, aborted, failure } = request;
      // Set one by one: copies of what is optional take 1 µs.
      const line: Record<string, unknown> = { requestId, method, route, status, aborted };
      if (request.apiKeyId !== undefined) line['apiKeyId'] = request.apiKeyId;
      if (request.authenticationFailure !== undefined) line['authenticationFailure'] = request.authenticationFailure;
      line['duration'] = Math.round(duration * 1000) / 1000;
      const trace = request.traceparent === undefined ? undefined : traceId.exec(request.traceparent)?.[1];
      if (trace !== undefined) line['traceId'] = trace;
      const isOutage = status === 503;
      // Of an outage every request has the same reason: a stack with each would be kilobytes a line.
      if (failure !== undefined && isOutage) line['reason'] = String(failure);
      else if (failure !== undefined) line['err'] = failure;
      if (status === 500) logger.error(line, 'request failed');
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
