import { setTimeout as wait } from 'node:timers/promises';
import { nodeKeyMaterial, systemClock } from '@animal-store/access/node';
import { either as E } from 'fp-ts';
import { configurationWarnings, decodeConfiguration } from '../configuration/configuration.ts';
import { messagesOf, reportFailure, type StartFailure } from '../errors.ts';
import type { StopOnSignal } from '../listen-for-signals.ts';
import { createLog } from '../observation/log.ts';
import { createMetrics } from '../observation/metrics.ts';
import type { Traces } from '../observation/traces.ts';
import { chosenStore, openChosenStore } from '../stores/chosen-store.ts';
import { createMemoryStore } from '../stores/store.ts';
import { readVersion } from '../version.ts';
import { banner } from './banner.ts';
import { createService } from './create-service.ts';
import { makeFirstKey, makeKeyInMemory } from './first-api-key.ts';
import { createLifeCycle, type LifeCycle } from './life-cycle.ts';

const memory = { name: 'memory', title: 'the memory' } as const;

/** Time limit, in milliseconds, for sending the last traces at a stop. */
const flushTime = 1_000;

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
  const { logger, flush, close } = log;
  const warn = (message: string): void => logger.warn(message);
  for (const warning of [...configurationWarnings(environment, configuration), ...(traces?.warnings ?? [])])
    warn(warning);
  traces?.onChange((reason) =>
    reason === undefined
      ? logger.info('the collector takes traces again')
      : logger.warn({ reason }, 'traces are lost: the collector does not take them'),
  );
  let lifeCycle: LifeCycle | undefined;
  const stop = async (): Promise<void> => {
    await lifeCycle?.stop();
    if (traces !== undefined) await Promise.race([traces.stop(), wait(flushTime)]);
  };
  stopOnSignal(async (signal) => {
    logger.info({ signal }, 'stopping');
    await stop();
    logger.info('stopped');
    await close();
    // A store that does not respond would keep the process alive.
    process.exit(0);
  });

  const start = async (): Promise<E.Either<StartFailure, void>> => {
    const chosen = chosenStore(configuration);
    const metrics = createMetrics();
    const opened =
      chosen === undefined ? E.right(createMemoryStore()) : await openChosenStore(chosen, metrics.registry)();
    if (E.isLeft(opened)) return opened;
    const { name, title } = chosen ?? memory;
    const store = { ...opened.right, name, title };
    const version = readVersion(environment);
    const service = createService({ configuration, store, log, metrics, traces, version });
    const ports = { apiKeys: store.apiKeys, clock: systemClock, keyMaterial: nodeKeyMaterial };
    // A key in memory is valid from the first request on.
    const keyInMemory = chosen === undefined ? await makeKeyInMemory(ports, configuration.API_KEY) : undefined;

    lifeCycle = createLifeCycle(service, configuration, logger);
    const url = await lifeCycle.start();
    if (E.isLeft(url)) return url;
    // If standard output is not a terminal, it is the log in JSON, so a new key is printed on standard error.
    const output = process.stdout.isTTY ? process.stdout : process.stderr;
    // Only one process uses a new SQLite file, but many may start on a new database.
    const first = name === 'sqlite' ? await makeFirstKey(ports, output.isTTY) : undefined;
    logger.info({ url: url.right, store: name, ...version }, 'listening');
    if (first === 'none') warn('the store has no API key: animal-store keys issue --label <name> issues one');
    await service.watch();
    await flush();
    const newKey = first === 'none' ? keyInMemory : (first ?? keyInMemory);
    const place = chosen === undefined ? 'in memory: the animals are lost when the process ends' : `in ${title}`;
    const otherKey =
      chosen === undefined ? 'the one in API_KEY' : 'issued before; animal-store keys issue makes another';
    if (output.isTTY || newKey !== undefined) output.write(banner(url.right, place, newKey, otherKey));
    return E.right(undefined);
  };

  const outcome = await start();
  if (E.isRight(outcome)) return;
  reportFailure(...messagesOf(outcome.left));
  await stop();
  await close();
  // A store that does not close would keep the process alive.
  process.exit(1);
};
