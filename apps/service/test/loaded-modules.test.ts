import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runService, waitFor, waitForEnd } from '@animal-store/testkit/service';
import { afterAll, expect, test } from 'vitest';
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

const withLimitAndTraces = { RATE_LIMIT: '600/60s', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
const folder = mkdtempSync(join(tmpdir(), 'animal-store-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each<readonly [what: string, env: Readonly<Record<string, string>>, parts: readonly string[]]>([
  ['in memory', {}, []],
  ['with a rate and a collector', withLimitAndTraces, ['/rate-limiter-flexible/', '/@opentelemetry/sdk-trace/']],
  ['on SQLite', { SQLITE_FILE: join(folder, 'pets.db') }, ['/adapter-sqlite/', 'node:sqlite']],
])('a service %s loads only the parts that it needs', async (_, env, parts) => {
  expect(await partsLoadedBy(env)).toEqual(parts);
});
