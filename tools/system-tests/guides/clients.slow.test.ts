import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { startTcpProxy } from '@animal-store/domain-testkit';
import { freePort } from '@animal-store/testkit/free-port';
import { describeNeeding, type Need } from '@animal-store/testkit/needs';
import { endWithTests } from '@animal-store/testkit/processes';
import { projectFile } from '@animal-store/testkit/project-file';
import { startService } from '@animal-store/testkit/service';
import { startServer } from '@animal-store/testkit/start-server';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it, onTestFinished } from 'vitest';

const needsPython: Need = {
  where: 'in Python',
  missing: spawnSync('python3', ['--help']).error && 'python3 cannot be started',
  requiredBy: 'REQUIRE_PYTHON',
  waivedBy: 'WITHOUT_PYTHON',
};

/** The program in docs/clients.md. */
const [, program = ''] = /^```python\n(.*?)^```$/ms.exec(readFileSync(projectFile('docs/clients.md'), 'utf8')) ?? [];

/** Writes the program into a file of the running test, and returns its path. */
const put = (text: string): string => {
  const file = join(temporaryFolder(), 'animals.py');
  writeFileSync(file, text);
  return file;
};

const describeProgram = (): void => {
  it.each(['relative', 'absolute'])('adds one animal and lists all pages, by %s links', async (links) => {
    const port = await freePort();
    const proxy = await startTcpProxy('127.0.0.1', port);
    onTestFinished(proxy.close);
    const baseUrl = `http://${proxy.host}:${proxy.port}/v1`;
    const service = await startService({ PORT: `${port}`, ...(links === 'absolute' && { BASE_URL: baseUrl }) });
    for (const body of ['{"name":"Rex","categoryId":1}', '{"name":"Tom","categoryId":2}']) {
      const headers = { Authorization: `Bearer ${service.apiKey}`, 'Content-Type': 'application/json' };
      expect((await fetch(`${service.baseUrl}/pets`, { method: 'POST', headers, body })).status).toBe(201);
    }
    // The client never sees the response to its first `POST`.
    await proxy.become({ kind: 'reply lost', isRequest: (part) => part.includes('POST /v1/pets'), times: 1 });
    const env = { ...process.env, BASE_URL: baseUrl, API_KEY: service.apiKey };
    const { stdout } = await promisify(execFile)('python3', [put(program)], { env, timeout: 60_000 });
    expect(stdout.trimEnd().split('\n')).toEqual(['1 Rex 1', '2 Tom 2', '3 Kim 9223372036854775807']);
    await proxy.met();
  });
};

describeNeeding(needsPython, 'the program in docs/clients.md', describeProgram, { timeout: 100_000 });

/**
 * Lines in front of the program that make its clock that of the test. It begins at 12:00 on 8 November 2026, and only a wait
 * and the end of an attempt move it: both are written to standard error, in seconds. The time of an attempt is over when
 * the process gets SIGUSR2. The random part of a wait is zero.
 */
const clock = `
import calendar, random, signal, sys, threading, time
clock = calendar.timegm((2026, 11, 8, 12, 0, 0))
is_over = False
def passes(what, seconds):
    global clock, is_over
    clock, is_over = clock + seconds, False
    print(what, seconds, file=sys.stderr)
def end(*_):
    global is_over
    is_over = True
signal.signal(signal.SIGUSR2, end)
time.time = time.monotonic = lambda: clock
time.sleep = lambda seconds: passes("wait", seconds)
random.random = lambda: 0
really_join = threading.Thread.join
def join(thread, seconds):
    while thread.is_alive() and not is_over:
        really_join(thread, 0.01)
    if is_over:
        passes("limit", seconds)
threading.Thread.join = join
`;

/** What becomes of a request. `expire` ends the time of its attempt. */
type Fate = (response: ServerResponse, request: IncomingMessage, expire: () => void) => void;

const status =
  (code: number, headers: Readonly<Record<string, string | readonly string[]>> = {}, body = '{}'): Fate =>
  (response) =>
    response.writeHead(code, { 'X-Request-Id': 'r-1', ...headers } as Record<string, string>).end(body);
const retryAfter = (value: string): Fate => status(503, { 'Retry-After': value });
const reset: Fate = (_, { socket }) => socket.resetAndDestroy();
const cut =
  (headers: Readonly<Record<string, string>>): Fate =>
  (response, { socket }) =>
    response.writeHead(200, headers).write('[{"id":1,', () => socket.resetAndDestroy());
const silence: Fate = (_, __, expire) => expire();
/** One byte after another, without an end. */
const trickle =
  (begin: string): Fate =>
  (_, { socket }, expire) => {
    socket.on('error', () => undefined).write(begin);
    let bytes = 0;
    const timer = setInterval(() => socket.write('a', () => ++bytes === 3 && expire()), 20);
    socket.on('close', () => clearInterval(timer));
  };
const page = (id: number, link?: string | readonly string[]): Fate =>
  status(200, link === undefined ? {} : { Link: link }, `[{"id":${id},"name":"Rex","categoryId":${id}}]`);
const next = (target: string): string => `<${target}>; rel="next"`;

/** Nothing may be sent to this origin. */
const elsewhere = 'http://127.0.0.1:1';

interface Row {
  /** The fates of the first requests of a method. Those behind them add an animal, and get the page with animal 3. */
  readonly post?: readonly Fate[];
  readonly get?: readonly Fate[] | ((origin: string) => readonly Fate[]);
  /** The waits in their order, each with the limits of attempts that ended without a response. */
  readonly waits?: string;
  /** The ids of the listed animals. */
  readonly listed?: string;
  /** A part of the error with which the program fails, if it does. */
  readonly error?: string;
}

const done = { waits: '', listed: '3' };
const allSilent = 'limit 10, wait 1, limit 10, wait 2, limit 10, wait 4, limit 10, wait 8, limit 5';

const rows: Readonly<Record<string, Row>> = {
  'temporary statuses': {
    ...{ post: [408, 429, 502, 503].map((code) => status(code, {}, '<!doctype html>')), get: [status(504)] },
    ...{ ...done, waits: 'wait 1, wait 2, wait 4, wait 8, wait 1' },
  },
  'a temporary status without end': {
    ...{ post: Array(5).fill(status(503, {}, '{"code":"x"}')), waits: 'wait 1, wait 2, wait 4, wait 8' },
    error: '503, request r-1: {"code":"x"}',
  },
  'an error that is not temporary': { post: [status(500)], error: '500, request r-1: {}' },
  'Retry-After in seconds': {
    ...{ post: ['3', '1', '0', '9'].map(retryAfter), get: [retryAfter('07')] },
    ...{ ...done, waits: 'wait 3, wait 2, wait 4, wait 9, wait 7' },
  },
  'Retry-After as a date in the future': {
    post: [
      ...[retryAfter('Sun, 08 Nov 2026 12:00:07 GMT'), retryAfter('Sunday, 08-Nov-26 12:00:17 GMT')],
      retryAfter('Sun Nov  8 12:00:30 2026'),
    ],
    ...{ ...done, waits: 'wait 7, wait 10, wait 13' },
  },
  'an unreadable Retry-After, and a date in the past': {
    post: ['soon', '', '-30', 'Sun, 06 Nov 1994 08:49:37 GMT'].map(retryAfter),
    get: ['1'.padEnd(31, '0'), '+30', '30.5', 'Sun, 99 Nov 2026 12:00:55 GMT'].map(retryAfter),
    ...{ ...done, waits: 'wait 1, wait 2, wait 4, wait 8, wait 1, wait 2, wait 4, wait 8' },
  },
  'a Retry-After beyond the minute': { post: [retryAfter('60')], error: '503, request r-1: {}' },
  'waits that would exceed the minute together': {
    ...{ get: [retryAfter('30'), retryAfter('29'), retryAfter('1')], waits: 'wait 30, wait 29' },
    error: '503, request r-1: {}',
  },
  'no response at all': { post: Array(5).fill(silence), waits: allSilent, error: 'no response' },
  'a body without end': {
    ...{ get: Array(5).fill(trickle('HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n[')), waits: allSilent },
    error: 'no response',
  },
  'connections that are cut': {
    ...{ post: [reset, cut({ 'Content-Length': '60' }), cut({ 'Transfer-Encoding': 'chunked' })] },
    ...{ get: [cut({ 'Content-Length': '60' })], ...done, waits: 'wait 1, wait 2, wait 4, wait 1' },
  },
  'a redirect': { post: [status(307, { Location: elsewhere }, '')], error: '307, request r-1: ' },
  'several links': { get: [page(1, ['</a>; rel="up"', next('?cursor=a')])], waits: '', listed: '1, 3' },
  'a Link to the same origin, spelled in another way': {
    get: (origin) => [page(1, next(`HTTP://user@127.0.0.1:0${new URL(origin).port}/v1/pets?cursor=a`))],
    ...{ waits: '', listed: '1, 3' },
  },
  'a Link to another origin': {
    get: [page(1, next(`${elsewhere}/v1/pets`))],
    ...{ listed: '1', error: `the next page is ${elsewhere}/v1/pets` },
  },
  'a circle of pages': {
    get: [page(1, next('?cursor=a')), page(2, next('?limit=2'))],
    ...{ listed: '1, 2', error: '/v1/pets?limit=2' },
  },
};

/** Starts a server with the fates of a row, for the program that is started later. */
const startFaulty = async ({ post = [], get = [] }: Row, expire: () => void) => {
  const keys = new Set<string | undefined>();
  const seen = { POST: 0, GET: 0 };
  const server = createServer(async (request, response) => {
    const method = request.method === 'POST' ? 'POST' : 'GET';
    if (method === 'POST') keys.add(`${request.headers['idempotency-key']} ${await text(request)}`);
    const fates = method === 'POST' ? post : typeof get === 'function' ? get(origin) : get;
    const last = method === 'POST' ? status(201, {}, '{"id":3,"name":"Kim","categoryId":3}') : page(3);
    const fate = request.headers.authorization === 'Bearer ask_me' ? (fates[seen[method]++] ?? last) : status(401);
    fate(response, request, expire);
  });
  const origin = `http://127.0.0.1:${await startServer(server)}`;
  return { origin, keys };
};

const describeFaults = (): void => {
  it.for(Object.entries(rows))('%s', async ([, row]) => {
    const { origin, keys } = await startFaulty(row, () => child.kill('SIGUSR2'));
    // The zone is not that of HTTP dates.
    const own = { BASE_URL: `${origin}/v1`, API_KEY: 'ask_me', TZ: 'America/New_York' };
    const env = { PATH: process.env['PATH'], ...own };
    const child = endWithTests(spawn('python3', [put(clock + program)], { env, stdio: ['ignore', 'pipe', 'pipe'] }));
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    const outcome = {
      waits: stderr.match(/^(wait|limit) .*$/gm)?.join(', ') ?? '',
      listed: stdout.match(/^\d+/gm)?.join(', ') ?? '',
      code: child.exitCode,
    };
    const { waits = '', listed = '', error } = row;
    expect(outcome, stderr).toEqual({ waits, listed, code: error === undefined ? 0 : 1 });
    expect(stderr).toContain(error ?? '');
    expect(keys.size).toBe(1);
  });
};

describeNeeding(needsPython, 'the program in docs/clients.md meets', describeFaults);
