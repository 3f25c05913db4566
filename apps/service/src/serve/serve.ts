import { setTimeout as wait } from 'node:timers/promises';
import { either as E } from 'fp-ts';
import { configurationWarnings, decodeConfiguration } from '../configuration/configuration.ts';
import type { StopOnSignal } from '../listen-for-signals.ts';
import { createLog, type Log } from '../observation/log.ts';
import { createMetrics } from '../observation/metrics.ts';
import type { Traces } from '../observation/traces.ts';
import { reportFailure } from '../output.ts';
import { messagesOf } from '../start-failure.ts';
import { openStore } from '../stores/chosen-store.ts';
import { readVersion } from '../version.ts';
import { banner } from './banner.ts';
import { createService, type ServiceParts } from './create-service.ts';
import { makeFirstKey, makeKeyInMemory } from './first-api-key.ts';
import { createLifeCycle, type OpenService, type Started } from './life-cycle.ts';

/** Time limit, in milliseconds, for sending the last traces at a stop. */
const flushTime = 1_000;

/** The parts of a service that exist before anything is opened. */
type Given = Pick<ServiceParts, 'configuration' | 'traces' | 'version'> & { readonly log: Log };

const warn = (environment: NodeJS.ProcessEnv, { configuration, log: { logger }, traces }: Given): void => {
  for (const warning of [...configurationWarnings(environment, configuration), ...(traces?.warnings ?? [])])
    logger.warn(warning);
  traces?.onChange((reason) =>
    reason === undefined
      ? logger.info('the collector takes traces again')
      : logger.warn({ reason }, 'traces are lost: the collector does not take them'),
  );
};

const open =
  (given: Given): OpenService =>
  async () => {
    const metrics = createMetrics();
    const opened = await openStore(given.configuration, metrics.registry)();
    if (E.isLeft(opened)) return opened;
    const store = opened.right;
    const service = createService({ ...given, store, metrics });
    // A key in memory is valid from the first request on.
    const keyInMemory =
      store.name === 'memory' ? await makeKeyInMemory(store.apiKeys, given.configuration.API_KEY) : undefined;
    return E.right({ service, store, keyInMemory });
  };

const announce = async ({ url, service, store, keyInMemory }: Started, { log, version }: Given): Promise<void> => {
  log.logger.info({ url, store: store.name, ...version }, 'listening');
  // If standard output is not a terminal, it is the log in JSON, so a new key is printed on standard error.
  const output = process.stdout.isTTY ? process.stdout : process.stderr;
  // Only one process uses a new SQLite file, but many may start on a new database.
  const first = store.name === 'sqlite' ? await makeFirstKey(store.apiKeys, output.isTTY, log.logger) : undefined;
  await service.watch();
  await log.flush();
  const newKey = first ?? keyInMemory;
  if (output.isTTY || newKey !== undefined) output.write(banner(url, store, newKey));
};

/** Runs the service until a signal stops it. */
export const serve = async (
  environment: NodeJS.ProcessEnv,
  stopOnSignal: StopOnSignal,
  traces: Traces | undefined,
): Promise<void> => {
  const decoded = decodeConfiguration(environment);
  if (E.isLeft(decoded)) return reportFailure(...messagesOf(decoded.left));
  const configuration = decoded.right;
  const log = createLog(configuration);
  const given: Given = { configuration, log, traces, version: readVersion(environment) };
  warn(environment, given);

  const lifeCycle = createLifeCycle(open(given), configuration, log.logger);
  const end = async (code: 0 | 1): Promise<void> => {
    await lifeCycle.stop();
    if (traces !== undefined) await Promise.race([traces.stop(), wait(flushTime)]);
    if (code === 0) log.logger.info('stopped');
    await log.close();
    // A store that does not respond would keep the process alive.
    process.exit(code);
  };
  stopOnSignal((signal) => {
    log.logger.info({ signal }, 'stopping');
    void end(0);
  });

  const started = await lifeCycle.start();
  if (E.isRight(started)) return announce(started.right, given);
  reportFailure(...messagesOf(started.left));
  await end(1);
};
