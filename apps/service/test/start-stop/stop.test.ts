import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import {
  contentLength,
  expectAdded,
  expectError,
  header,
  type RawConnection,
  rawRequest,
} from '@animal-store/testkit/http';
import {
  type Ended,
  logLines,
  type RunningService,
  runService,
  runToEnd,
  startService,
  waitForEnd,
} from '@animal-store/testkit/service';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { clientOf, connect } from '../checked.ts';
import { preload, whenLoading } from './preload.ts';

const animal = '{"name":"in flight","categoryId":1}';
const quiet = { PORT: '0', ADMIN_PORT: '0' };
const addRequest = { method: 'POST', target: '/v1/pets' };

let service: RunningService | undefined;
let api: ReturnType<typeof clientOf> | undefined;

const start = async (env: Readonly<Record<string, string>> = {}): Promise<RunningService> => {
  const started = await startService({ env });
  service = started;
  api = clientOf(started);
  return started;
};
const get = (target: string, { apiKey }: RunningService): string =>
  rawRequest(`GET ${target} HTTP/1.1`, ['Host: localhost', `Authorization: Bearer ${apiKey}`]);
/** A POST in flight: the service has sent 100 and waits for the body. */
const inFlight = async ({ origin, apiKey }: RunningService): Promise<RawConnection> => {
  const connection = await connect(origin);
  const headers = ['Host: localhost', `Authorization: Bearer ${apiKey}`, 'Content-Type: application/json'];
  const expecting = [...headers, contentLength(animal), 'Expect: 100-continue'];
  connection.send(rawRequest('POST /v1/pets HTTP/1.1', expecting));
  expect((await connection.readResponse(addRequest)).status).toBe(100);
  connection.send(animal.slice(0, 10));
  return connection;
};
const untilClosed = ({ origin }: RunningService): Promise<void> =>
  vi.waitFor(() => expect(connect(origin).then((connection) => connection.destroy())).rejects.toThrow('ECONNREFUSED'), {
    timeout: 5_000,
    interval: 10,
  });
const endOf = (stopped: RunningService, within: number): Promise<Ended> => waitForEnd(stopped.process, within);

afterEach(() => {
  service?.process.kill('SIGKILL');
});

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'on %s, completes the request in flight, accepts no new connection, and ends with 0 and the whole log',
  async (signal) => {
    const started = await start();
    const connection = await inFlight(started);
    // Node.js would open its inspector on this one.
    started.process.kill('SIGUSR1');
    started.process.kill(signal);
    await untilClosed(started);
    connection.send(animal.slice(10));
    const response = await connection.readResponse(addRequest);
    expectAdded(response);
    expect(header(response, 'connection')).toBe('close');
    expect(await connection.closed()).toBe('');
    expect(await endOf(started, 3_000)).toEqual({ code: 0, signal: null });
    expect(started.process.stderr()).toBe('');
    expect(logLines(started.process).map(({ msg }) => msg)).toEqual(['listening', 'stopping', 'request', 'stopped']);
  },
);

it.each([
  ['serve', 0],
  // Exit code 0 would say that the command was carried out.
  ['keys', 143],
])('handles SIGTERM while %s is loaded, and ends with %i', async (command, code) => {
  const env = { ...quiet, ...preload(whenLoading(`process.kill(process.pid, 'SIGTERM');`)) };
  const outcome = await runToEnd({ args: [command], env });
  expect(outcome).toEqual({ code, signal: null, stdout: '', stderr: '' });
});

it('ends at the deadline though a request never comes to its end', async () => {
  const started = await start({ SHUTDOWN_GRACE_MS: '500' });
  const connection = await inFlight(started);
  started.process.kill('SIGTERM');
  await connection.closed();
  expect(await endOf(started, 2_000)).toEqual({ code: 0, signal: null });
});

// One press of Ctrl-C may reach the process twice, by the terminal and by npm: only what comes later is a second one.
it('ends at once on a second signal', async () => {
  const started = await start({ SHUTDOWN_GRACE_MS: '60000' });
  await inFlight(started);
  started.process.kill('SIGTERM');
  await untilClosed(started);
  const again = setInterval(() => started.process.kill('SIGINT'), 100);
  onTestFinished(() => clearInterval(again));
  expect(await endOf(started, 3_000)).toEqual({ code: 130, signal: null });
});

it('ends at once with 0 while it waits for MongoDB', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const waiting = runService({ args: ['serve'], env: { ...quiet, MONGODB_URI: `mongodb://127.0.0.1:${port}` } });
  onTestFinished(() => waiting.kill('SIGKILL'));
  const [connection] = (await once(silent, 'connection')) as [Socket];
  onTestFinished(() => void connection.destroy());
  waiting.kill('SIGTERM');
  // Left alone, it would wait for 4.5 s.
  expect(await waitForEnd(waiting, 2_000)).toEqual({ code: 0, signal: null });
  expect(logLines(waiting).map(({ msg }) => msg)).toEqual(['stopping', 'stopped']);
});

it('ends a failed start with 1, the reason and the whole log, though a timer is running', async () => {
  // The second server, for the metrics, cannot listen after the first has served a request.
  const failing = `
        import net from 'node:net';
        setInterval(() => undefined, 1_000);
        const { listen } = net.Server.prototype;
        let api;
        net.Server.prototype.listen = function (...args) {
          if (api !== undefined) {
            const error = Object.assign(new Error(), { code: 'EADDRINUSE', syscall: 'listen' });
            fetch('http://127.0.0.1:' + api.address().port + '/').then(() => this.emit('error', error));
            return this;
          }
          api = this;
          return listen.apply(this, args);
        };
      `;
  expect(await runToEnd({ args: ['serve'], env: { ...quiet, ADMIN_PORT: '1', ...preload(failing) } })).toEqual({
    code: 1,
    signal: null,
    stdout: expect.stringMatching(/^[^\n]*"route":"unmatched"[^\n]*\n$/),
    stderr: 'animal-store: 127.0.0.1:1 is taken by another process; choose another ADMIN_HOST or ADMIN_PORT\n',
  });
});

it('says that it is not ready, and serves on, until the delay is over', async () => {
  const started = await start({ SHUTDOWN_DELAY_MS: '3000' });
  const connection = await connect(started.origin);
  const readiness = async (): Promise<number> => {
    const response = await api?.send('GET', '/readyz', { authorized: false });
    if (response?.status === 503) expectError(response, 503, 'service_unavailable');
    return response?.status ?? 0;
  };
  expect(await readiness()).toBe(200);
  started.process.kill('SIGTERM');
  const signalled = performance.now();
  while ((await readiness()) === 200) expect(performance.now() - signalled).toBeLessThan(2_000);

  expect((await api?.send('GET', '/livez'))?.status).toBe(200);
  connection.send(get('/v1/pets', started));
  expect((await connection.readResponse()).status).toBe(200);
  if (api !== undefined) expectAdded(await api.post(animal));
  expect(await endOf(started, 6_000)).toEqual({ code: 0, signal: null });
  expect(performance.now() - signalled).toBeGreaterThan(2_900);
});
