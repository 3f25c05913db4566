import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import type { RefusedMessage, RequestReport } from '@animal-store/adapter-http-koa';
import { type Logger, type LoggerOptions, pino, stdTimeFunctions } from 'pino';
import sonic from 'sonic-boom';
import type { Configuration } from '../configuration/configuration.ts';
import { describeError, reasonOf } from '../describe-error.ts';

/** Where the log is written, and functions that write what is buffered. */
interface Output {
  readonly logger: Logger;
  readonly flush: () => Promise<void>;
  /** Flushes, at most for a second, and lets the process end; lines that are logged after that are lost. */
  readonly close: () => Promise<void>;
}

/** The log. */
export interface Log extends Output {
  /** Logs a finished request in one line, without key, body and query. */
  readonly logRequest: (request: RequestReport) => void;
}

type Options = Pick<Configuration, 'LOG_LEVEL' | 'LOG_FORMAT'>;

/** The time limit, in milliseconds, of the flush at a stop. */
const closeTime = 1_000;

/**
 * How many bytes are written at once, how many wait for a slow reader before lines are dropped, after how many milliseconds a line
 * is written although there are fewer, and how often a full pipe is tried before the next of these periods, every 0.1 s.
 */
const buffered = { minLength: 8 * 1024, maxLength: 4 * 1024 * 1024, periodicFlush: 1_000, maxWriteRetries: 9 };

const severities: Readonly<Record<string, string>> = {
  trace: 'DEBUG',
  debug: 'DEBUG',
  info: 'INFO',
  warn: 'WARNING',
  error: 'ERROR',
  fatal: 'CRITICAL',
};

// Google Cloud reads `severity`, `message` and a `time` in RFC 3339. Datadog takes `status` for a severity.
const cloud: LoggerOptions = {
  messageKey: 'message',
  timestamp: stdTimeFunctions.isoTime,
  formatters: {
    level: (level) => ({ severity: severities[level] }),
    log: ({ status: httpStatus, ...line }) => (httpStatus === undefined ? line : { ...line, httpStatus }),
  },
};

const openOutput = ({ LOG_LEVEL: level, LOG_FORMAT }: Options): Output => {
  const options: LoggerOptions = { level, base: null, serializers: { err: describeError } };
  if (process.stdout.isTTY && LOG_FORMAT === 'pino') {
    const pretty = createRequire(import.meta.url)('pino-pretty') as typeof import('pino-pretty');
    const written = (): Promise<void> => Promise.resolve();
    return { logger: pino(options, pretty({ sync: true })), flush: written, close: written };
  }
  // Not `destination` of pino 10, which writes nothing more after a broken pipe, although its reader may come back.
  const stream = new sonic.SonicBoom({ fd: 1, sync: false, ...buffered });
  // Keep serving when the disk is full or the reader has gone. The stream tries again each second.
  stream.on('error', () => undefined);
  process.on('exit', () => {
    try {
      stream.flushSync();
    } catch {
      // It is closed, or cannot be written.
    }
  });
  const flush = (): Promise<void> => new Promise((resolve) => stream.flush(() => resolve()));
  return {
    logger: pino(LOG_FORMAT === 'cloud' ? { ...options, ...cloud } : options, stream),
    flush,
    close: async () => {
      await Promise.race([flush(), wait(closeTime, undefined, { ref: false })]);
      stream.write = () => true;
      // An open stream would retry for ever if the disk is full.
      stream.destroy();
    },
  };
};

// W3C Trace Context: an id of zeros alone is invalid.
const traceparent = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;

// Logged at debug if they succeed: those of a balancer and of Kubernetes would be most lines of a quiet service.
const probes: ReadonlySet<string> = new Set(['/livez', '/readyz']);

const levelOf = ({ route, status }: RequestReport): 'debug' | 'error' | 'info' | 'warn' => {
  if (status === 500) return 'error';
  if (status === 503) return 'warn';
  return status === 200 && probes.has(route) ? 'debug' : 'info';
};

// Many errors of MongoDB's driver have their cause in their name.
const reasonWithName = (failure: unknown): string =>
  failure instanceof Error && failure.name !== 'Error' ? `${failure.name}: ${reasonOf(failure)}` : reasonOf(failure);

const logRequest = (logger: Logger, request: RequestReport): void => {
  const level = levelOf(request);
  if (!logger.isLevelEnabled(level)) return;
  const { requestId, method, route, status, petId, aborted, apiKeyId, authenticationFailure, failure } = request;
  const duration = Math.round(request.duration * 1_000) / 1_000;
  const traceId = traceparent.exec(request.traceparent ?? '')?.[1];
  const line = { method, route, status, requestId, petId, aborted, apiKeyId, authenticationFailure, duration, traceId };
  // In an outage every request has the same reason, and a stack for each would be kilobytes a line.
  if (level === 'warn') logger.warn({ ...line, reason: failure && reasonWithName(failure) }, 'request refused');
  else if (level === 'error') logger.error({ ...line, err: failure }, 'request failed');
  else if (failure !== undefined) logger[level]({ ...line, err: failure }, 'request');
  else logger[level](line, 'request');
};

/** Writes to standard output: one JSON object a line, or formatted text on a terminal. */
export const createLog = (options: Options): Log => {
  const output = openOutput(options);
  return { ...output, logRequest: (request) => logRequest(output.logger, request) };
};

/** Logs a message that the HTTP parser refused, which is not counted as a request. */
export const logRefusedMessage = (logger: Logger, refused: RefusedMessage): void => logger.info(refused, 'no request');
