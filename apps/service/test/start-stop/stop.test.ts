import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { contentLength, type RawConnection, rawRequest } from '@animal-store/testkit/http';
import {
  logLines,
  type RunningService,
  runService,
  runToEnd,
  startService,
  waitForEnd,
} from '@animal-store/testkit/service';
import { startServer } from '@animal-store/testkit/start-server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { connect } from '../checked.ts';

const animal = '{"name":"in flight","categoryId":1}';
const quiet = { PORT: '0', ADMIN_PORT: '0' };
const addRequest = { method: 'POST', target: '/v1/pets' };

/** A POST in flight: the service has sent 100 and waits for the body. */
const inFlight = async ({ origin, apiKey }: RunningService): Promise<RawConnection> => {
  const connection = await connect(origin);
  const headers = ['Host: localhost', `Authorization: Bearer ${apiKey}`, 'Content-Type: application/json'];
  const expecting = [...headers, contentLength(animal), 'Expect: 100-continue'];
  connection.send(rawRequest('POST /v1/pets HTTP/1.1', expecting));
  expect((await connection.readResponse(addRequest)).status).toBe(100);
  return connection;
};

const untilClosed = ({ origin }: RunningService): Promise<void> =>
  vi.waitFor(() => expect(fetch(origin)).rejects.toThrow('fetch failed'), { timeout: 5_000, interval: 10 });

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('ends on %s with 0 and the whole log', async (signal) => {
  const { process } = await startService();
  // Node.js would open its inspector on this one.
  process.kill('SIGUSR1');
  process.kill(signal);
  expect(await waitForEnd(process, 3_000)).toEqual({ code: 0, signal: null });
  expect(process.stderr()).toBe('');
  expect(logLines(process).map(({ msg }) => msg)).toEqual(['listening', 'stopping', 'stopped']);
});

it.each([
  ['serve', 0],
  // Exit code 0 would say that the command was carried out.
  ['keys', 143],
])('handles SIGTERM while %s is loaded, and ends with %i', async (command, code) => {
  const source = `
    import { registerHooks } from 'node:module';
    registerHooks({
      resolve: (specifier, context, next) => {
        if (specifier === 'fp-ts') process.kill(process.pid, 'SIGTERM');
        return next(specifier, context);
      },
    });
  `;
  const env = { ...quiet, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` };
  expect(await runToEnd({ args: [command], env })).toEqual({ code, signal: null, stdout: '', stderr: '' });
});

it('ends after SHUTDOWN_GRACE_MS though a request never comes to its end', async () => {
  const service = await startService({ SHUTDOWN_GRACE_MS: '500' });
  await inFlight(service);
  service.process.kill('SIGTERM');
  expect(await waitForEnd(service.process, 2_000)).toEqual({ code: 0, signal: null });
});

// One press of Ctrl-C may reach the process twice, by the terminal and by npm: only what comes later is a second one.
it('ends at once on a second signal', async () => {
  const service = await startService({ SHUTDOWN_GRACE_MS: '60000' });
  await inFlight(service);
  service.process.kill('SIGTERM');
  await untilClosed(service);
  const again = setInterval(() => service.process.kill('SIGINT'), 100);
  onTestFinished(() => clearInterval(again));
  expect(await waitForEnd(service.process, 3_000)).toEqual({ code: 130, signal: null });
});

it('ends at once with 0 while it waits for MongoDB', async () => {
  const server = createServer();
  const port = await startServer(server);
  const waiting = runService({ args: ['serve'], env: { ...quiet, MONGODB_URI: `mongodb://127.0.0.1:${port}` } });
  onTestFinished(() => waiting.kill('SIGKILL'));
  const [connection] = (await once(server, 'connection')) as [Socket];
  onTestFinished(() => void connection.destroy());
  waiting.kill('SIGTERM');
  // Left alone, it would wait for 4.5 s.
  expect(await waitForEnd(waiting, 2_000)).toEqual({ code: 0, signal: null });
  expect(logLines(waiting).map(({ msg }) => msg)).toEqual(['stopping', 'stopped']);
});

it('ends a failed start with 1 and the reason, though the API listens already', async () => {
  const port = await startServer(createServer());
  expect(await runToEnd({ args: ['serve'], env: { ...quiet, ADMIN_PORT: `${port}` } })).toEqual({
    code: 1,
    signal: null,
    stdout: '',
    stderr: `animal-store: 127.0.0.1:${port} is taken; choose another ADMIN_HOST or ADMIN_PORT\n`,
  });
});

it('says that it is not ready, serves on for SHUTDOWN_DELAY_MS, and completes the request in flight', async () => {
  const service = await startService({ SHUTDOWN_DELAY_MS: '3000' });
  const connection = await inFlight(service);
  const readiness = async (): Promise<number> => (await fetch(`${service.origin}/readyz`)).status;
  expect(await readiness()).toBe(200);
  service.process.kill('SIGTERM');
  const signalled = performance.now();
  while ((await readiness()) === 200) expect(performance.now() - signalled).toBeLessThan(2_000);

  const headers = { Authorization: `Bearer ${service.apiKey}` };
  expect((await fetch(`${service.baseUrl}/pets`, { headers })).status).toBe(200);
  await untilClosed(service);
  expect(performance.now() - signalled).toBeGreaterThan(2_900);
  connection.send(animal);
  expect((await connection.readResponse(addRequest)).status).toBe(201);
  expect(await waitForEnd(service.process, 3_000)).toEqual({ code: 0, signal: null });
});
