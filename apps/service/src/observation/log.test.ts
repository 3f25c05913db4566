import { spawnSync } from 'node:child_process';
import type { ApiKeyId } from '@animal-store/access';
import type { RequestReport } from '@animal-store/adapter-http-koa';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { logRefusedMessage, logRequest } from './log.ts';

afterEach(() => vi.useRealTimers());

const report: RequestReport = {
  requestId: 'r1',
  method: 'GET',
  route: '/v1/pets',
  status: 200,
  duration: 1.23456,
  aborted: false,
};

const logged = (over: Partial<RequestReport>): Record<string, unknown> => {
  const lines: string[] = [];
  const logger = pino({ base: null, timestamp: false }, { write: (line) => lines.push(line) });
  logRequest(logger)({ ...report, ...over });
  expect(lines).toHaveLength(1);
  return JSON.parse(lines[0] ?? '');
};

const line = { requestId: 'r1', method: 'GET', route: '/v1/pets', status: 200, duration: 1.235, aborted: false };

const bug = new TypeError('a bug');
const outage = Object.assign(new Error('no server'), { name: 'MongoServerSelectionError' });

it.each<readonly [what: string, report: Partial<RequestReport>, logged: object]>([
  ['a request', {}, { level: 30, msg: 'request' }],
  ['why a key was refused', { status: 401, authenticationFailure: 'expired' }, { level: 30, msg: 'request' }],
  [
    'an outage, by its reason alone',
    { status: 503, failure: outage },
    { level: 40, msg: 'request refused', reason: 'MongoServerSelectionError: no server' },
  ],
  [
    'a bug, with its stack',
    { status: 500, failure: bug },
    { level: 50, msg: 'request failed', err: { type: 'TypeError', message: 'a bug', stack: bug.stack } },
  ],
])('logs %s in one line', (_, { failure, ...over }, expected) => {
  expect(logged({ failure, ...over })).toEqual({ ...line, ...over, ...expected });
});

it('logs the animal that a request is about', () => {
  expect(logged({ petId: '7' })).toEqual({ ...line, petId: '7', level: 30, msg: 'request' });
});

it('logs a probe that succeeds at debug only', () => {
  const lines: unknown[] = [];
  const logger = pino({ level: 'debug', base: null }, { write: (each) => lines.push(JSON.parse(each).level) });
  const log = logRequest(logger);
  for (const route of ['/livez', '/readyz']) for (const status of [200, 503]) log({ ...report, route, status });
  expect(lines).toEqual([20, 40, 20, 40]);
});

it('logs a flood without a key in sums, and each request with a key and each bug', () => {
  vi.useFakeTimers();
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ base: null, timestamp: false }, { write: (each) => lines.push(JSON.parse(each)) });
  const [log, logRefused] = [logRequest(logger), logRefusedMessage(logger)];
  const messages = (): readonly string[] => [...new Set(lines.splice(0).map(({ msg }) => String(msg)))];
  const flood = (): void => {
    for (let count = 0; count < 100; count += 1) log({ ...report, status: 401 });
  };

  flood();
  expect([lines.length, messages()]).toEqual([100, ['request']]);
  flood();
  for (const status of [404, 503, 404]) log({ ...report, status });
  log({ ...report, route: '/livez' });
  expect(lines.splice(0)).toEqual([]);
  log({ ...report, apiKeyId: 'aaaaaaaa' as ApiKeyId });
  log({ ...report, status: 500 });
  for (let count = 0; count < 103; count += 1) logRefused({ requestId: 'r', status: 400, code: 'invalid_request' });
  expect([lines.length, messages()]).toEqual([102, ['request', 'request failed', 'no request']]);

  vi.advanceTimersByTime(1_000);
  expect(lines.splice(0)).toEqual([
    { level: 30, counts: { 401: 100, 404: 2, 503: 1 }, msg: 'more requests without a key' },
    { level: 30, counts: { 400: 3 }, msg: 'more messages that are no requests' },
  ]);
  flood();
  expect([lines.length, messages()]).toEqual([100, ['request']]);
  vi.advanceTimersByTime(1_000);
  expect(lines).toEqual([]);
});

it('continues the trace of the client, unless its id is none', () => {
  const id = '4bf92f3577b34da6a3ce929d0e0e4736';
  expect(logged({ traceparent: `00-${id}-00f067aa0ba902b7-01` })['traceId']).toBe(id);
  for (const none of [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `00-${id}`, 'x']) {
    expect(logged({ traceparent: none })).toEqual({ ...line, level: 30, msg: 'request' });
  }
});

it('logs nothing of a bug that may hold what a client sent', () => {
  const cause = new TypeError('underneath');
  const verbose = Object.assign(new Error('a bug', { cause }), { body: 'secret', errInfo: { value: 'secret' } });
  const { err } = logged({ status: 500, failure: verbose });
  expect(err).toEqual({ type: 'Error', message: 'a bug: underneath', stack: expect.stringContaining('underneath') });
  expect(logged({ status: 500, failure: { body: 'secret' } })['err']).toEqual({ type: 'object' });
});

it('does not fail when something cannot be logged', () => {
  expect(logged({ status: 503, failure: Object.create(null) })).toEqual({
    level: 50,
    msg: 'a request could not be logged',
  });
});

const loggedBy = (rest: string): readonly number[] => {
  const script = `
    import { createLog } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)};
    const { logger, close } = createLog('info');
    for (let line = 0; line < 300; line++) logger.info({ line }, '${'x'.repeat(100)}');
    ${rest}
  `;
  const args = ['--conditions=@animal-store/source', '--input-type=module', '--eval', script];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 20_000 });
  const lines = stdout.trim().split('\n');
  // When a process ends, sonic-boom 5.0 writes the rest at once, which may overtake a write in flight.
  return lines.map((text) => JSON.parse(text).line).sort((a, b) => a - b);
};

it.each([
  ['it is closed, though it is being written', 'await close();'],
  ['the process ends', 'process.exit(1);'],
  ['an exception ends the process', "setTimeout(() => { throw new Error('a bug'); }, 50);"],
])('is written to its end when %s', (_, rest) => {
  expect(loggedBy(rest)).toEqual(Array.from({ length: 300 }, (_, index) => index));
});
