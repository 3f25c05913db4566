import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { RequestReport } from '@animal-store/adapter-http-koa';
import { expect, it, onTestFinished } from 'vitest';
import type { Configuration } from '../configuration/configuration.ts';

const report: RequestReport = {
  requestId: 'r1',
  method: 'GET',
  route: '/v1/pets',
  status: 200,
  duration: 1.23456,
  aborted: false,
};

/** The arguments of Node.js for a program with a log. */
const logging = (program: string, format: Partial<Configuration> = {}): readonly string[] => {
  const options = { LOG_LEVEL: 'info', LOG_FORMAT: 'pino', ...format };
  const script = `
    import { createLog } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)};
    const { logger, logRequest, close } = createLog(${JSON.stringify(options)});
    const report = ${JSON.stringify(report)};
    ${program}
  `;
  return ['--conditions=@animal-store/source', '--input-type=module', '--eval', script];
};

/** Runs a program with a log in a process of its own, and returns its lines. */
const logged = (program: string, format?: Partial<Configuration>): readonly Record<string, unknown>[] => {
  const { stdout } = spawnSync(process.execPath, logging(program, format), { encoding: 'utf8', timeout: 20_000 });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
};

const time = expect.any(Number);
const line = { requestId: 'r1', method: 'GET', route: '/v1/pets', status: 200, duration: 1.235, aborted: false, time };
const id = '4bf92f3577b34da6a3ce929d0e0e4736';

it('logs a request in one line, with its reason or its bug, and nothing of what a client sent', () => {
  expect(
    logged(`
      const log = (over) => logRequest({ ...report, ...over });
      const bug = Object.assign(new TypeError('a bug'), { body: 'secret' });
      const outage = Object.assign(new Error('no server'), { name: 'MongoServerSelectionError' });
      log({ petId: '7' });
      log({ status: 401, authenticationFailure: 'expired' });
      log({ status: 503, failure: outage });
      log({ status: 500, failure: bug });
      log({ status: 500, failure: { body: 'secret' } });
      log({ traceparent: '00-${id}-00f067aa0ba902b7-01' });
      log({ traceparent: '00-${'0'.repeat(32)}-00f067aa0ba902b7-01' });
      log({ route: '/livez' });
      await close();
    `),
  ).toEqual([
    { ...line, level: 30, msg: 'request', petId: '7' },
    { ...line, level: 30, msg: 'request', status: 401, authenticationFailure: 'expired' },
    { ...line, level: 40, msg: 'request refused', status: 503, reason: 'MongoServerSelectionError: no server' },
    {
      ...{ ...line, level: 50, msg: 'request failed', status: 500 },
      err: { type: 'TypeError', message: 'a bug', stack: expect.stringContaining('TypeError: a bug') },
    },
    { ...line, level: 50, msg: 'request failed', status: 500, err: { type: 'object' } },
    { ...line, level: 30, msg: 'request', traceId: id },
    { ...line, level: 30, msg: 'request' },
  ]);
});

it('writes for collectors levels by name from the least one, a message, a time in RFC 3339 and no status', () => {
  const program = `logger.info('no'); logger.warn('careful'); logRequest({ ...report, status: 503 }); await close();`;
  const { status: _, ...fields } = line;
  const rfc3339 = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(logged(program, { LOG_FORMAT: 'cloud', LOG_LEVEL: 'warn' })).toEqual([
    { severity: 'WARNING', time: rfc3339, message: 'careful' },
    { ...fields, severity: 'WARNING', time: rfc3339, message: 'request refused', httpStatus: 503 },
  ]);
});

it.each([
  ['it is closed, though it is being written', 'await close();'],
  ['the process ends', 'process.exit(1);'],
  ['an exception ends the process', "setTimeout(() => { throw new Error('a bug'); }, 50);"],
])('is written to its end when %s', (_, rest) => {
  const lines = logged(`for (let line = 0; line < 300; line++) logger.info({ line }, '${'x'.repeat(100)}'); ${rest}`);
  // When a process ends, sonic-boom 4.2 writes the rest at once, which may overtake a write in flight.
  const numbers = lines.map((each) => Number(each['line'])).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 300 }, (_, index) => index));
});

it('writes a line although no other follows, and the process goes on', async () => {
  const child = spawn(process.execPath, logging("logger.info('alone'); setInterval(() => undefined, 1_000);"));
  onTestFinished(() => void child.kill('SIGKILL'));
  const [written] = await once(child.stdout, 'data');
  expect(JSON.parse(String(written))).toEqual({ level: 30, time, msg: 'alone' });
});
