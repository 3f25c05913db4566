import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runService, waitFor, waitForEnd } from '@animal-store/testkit/service';
import { expect, test } from 'vitest';
import { preload } from './start-stop/preload.ts';

// Prints the address of every module that was loaded when the process ends.
const printModules = `
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({ load: (url, context, next) => { loaded.add(url); return next(url, context); } });
  process.on('exit', () => process.stderr.write([...loaded].map((url) => 'loaded ' + url + '\\n').join('')));
`;

/** Which of the parts that only some services need are loaded by a service that listens. */
const partsLoadedBy = async (env: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const service = runService({
    form: 'built',
    args: ['serve'],
    env: { PORT: '0', ADMIN_PORT: '0', ...preload(printModules), ...env },
  });
  await waitFor(service, () => (service.stdout().includes('"listening"') ? true : undefined), 'listens');
  service.kill('SIGTERM');
  await waitForEnd(service);
  const modules = service
    .stderr()
    .split('\n')
    .filter((line) => line.startsWith('loaded '));
  expect(modules.filter((line) => line.endsWith('/adapter-http-koa/dist/index.js')).length).toBe(1);
  const stores = ['/adapter-mongodb/', '/mongodb/', '/bson/', '/adapter-sqlite/', 'node:sqlite'];
  const parts = [...stores, '/pino-pretty/', '/rate-limiter-flexible/', '/@opentelemetry/sdk-trace/'];
  return parts.filter((part) => modules.some((line) => line.includes(part)));
};

test('a service in memory loads neither the driver of MongoDB nor SQLite', async () => {
  expect(await partsLoadedBy({})).toEqual([]);
});

test('a service with a limit on the rate loads its library, and one with a collector the SDK for traces', async () => {
  const env = { RATE_LIMIT: '600/60s', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
  expect(await partsLoadedBy(env)).toEqual(['/rate-limiter-flexible/', '/@opentelemetry/sdk-trace/']);
});

test('a service on SQLite loads that, and not the driver of MongoDB', async ({ onTestFinished }) => {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  expect(await partsLoadedBy({ SQLITE_FILE: join(folder, 'pets.db') })).toEqual(['/adapter-sqlite/', 'node:sqlite']);
});
