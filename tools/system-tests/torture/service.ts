// The program that the attacks target: the compiled service with two API keys, and with limits that can be switched
// off. The service itself has no variables for that.
import { readFileSync } from 'node:fs';
import { type ApiKeyLabel, type ApiKeyToken, registerApiKey } from '@animal-store/access';
import { nodeKeyMaterial, systemClock } from '@animal-store/access/node';
import { projectFile } from '@animal-store/testkit/project-file';
import { either as E } from 'fp-ts';

/** What the service returns for each message, in MiB. Only Linux tells the peak. */
export interface Memory {
  readonly heapUsed: number;
  readonly peakRss: number | undefined;
}

// Not `maxRSS`, which counts the process that has started this one as well.
const peakRss = (): number | undefined => {
  if (process.platform !== 'linux') return undefined;
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1];
  return Math.round(Number(kibibytes) / 1024);
};

type App = typeof import('../../../apps/service/src/configuration/configuration.ts') &
  typeof import('../../../apps/service/src/serve/create-service.ts') &
  typeof import('../../../apps/service/src/serve/life-cycle.ts') &
  typeof import('../../../apps/service/src/serve/limits-of.ts') &
  typeof import('../../../apps/service/src/listen-for-signals.ts') &
  typeof import('../../../apps/service/src/observation/log.ts') &
  typeof import('../../../apps/service/src/observation/metrics.ts') &
  typeof import('../../../apps/service/src/stores/memory-store.ts') &
  typeof import('../../../apps/service/src/stores/chosen-store.ts');

const modules = await Promise.all(
  [
    'configuration/configuration',
    'observation/log',
    'observation/metrics',
    'serve/create-service',
    'serve/life-cycle',
    'listen-for-signals',
    'serve/limits-of',
    'stores/chosen-store',
    'stores/memory-store',
  ].map((name) => import(projectFile(`apps/service/dist/${name}.js`))),
);
const app: App = Object.assign({}, ...modules);

const orThrow = <L, A>(outcome: E.Either<L, A>): A => {
  if (E.isLeft(outcome)) throw new Error(JSON.stringify(outcome.left));
  return outcome.right;
};

const { TORTURE_KEYS = '[]', TORTURE_LIMITS = '{}', ...environment } = process.env;
const configuration = orThrow(app.decodeConfiguration(environment));
const log = app.createLog(configuration.LOG_LEVEL);
const { logger, close } = log;
const metrics = app.createMetrics((err) => logger.error({ err }, 'a metric could not be counted'));

// Limits as JSON, such as {"lookups":{"waiting":1000000}}. Absent ones keep their defaults.
type Limits = ReturnType<App['limitsOf']>;
type Changes = { readonly [Group in keyof Limits]?: Partial<Limits[Group]> } & { readonly memoryBytes?: number };
const changed: Changes = JSON.parse(TORTURE_LIMITS);
const { store } = configuration;
const opened =
  store === undefined
    ? app.createMemoryStore(metrics, changed.memoryBytes)
    : orThrow(await app.openChosenStore(store)());

const register = registerApiKey({ ...opened, clock: systemClock, keyMaterial: nodeKeyMaterial });
for (const token of JSON.parse(TORTURE_KEYS) as readonly ApiKeyToken[]) {
  orThrow(await register(token, { label: 'torture' as ApiKeyLabel })());
}

const { server, requests, lookups } = app.limitsOf(configuration);
const service = app.createService(configuration, opened, logger, metrics, {
  server: { ...server, ...changed.server },
  requests: { ...requests, ...changed.requests },
  lookups: { ...lookups, ...changed.lookups },
});
const { start, stop } = app.createLifeCycle(service, configuration, logger);

app.listenForSignals(true)(async () => {
  await stop();
  await close();
  process.exit(0);
});
// The process must not outlive its parent.
process.once('disconnect', () => process.exit(1));
process.on('message', () => {
  globalThis.gc?.();
  process.send?.({ heapUsed: process.memoryUsage().heapUsed / 2 ** 20, peakRss: peakRss() } satisfies Memory);
});
process.send?.({ url: orThrow(await start()) });
