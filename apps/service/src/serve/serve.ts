import { nodeKeyMaterial, systemClock } from '@animal-store/adapter-node';
import { either as E } from 'fp-ts';
import { reportFailure } from '../commands/report-failure.ts';
import { decodeConfiguration } from '../configuration/configuration.ts';
import type { Configuration } from '../configuration/variables.ts';
import { messagesOf, type StartFailure } from '../errors.ts';
import { createLog } from '../observation/log.ts';
import { createMetrics } from '../observation/metrics.ts';
import { createMemoryStores } from '../stores/memory-store.ts';
import type { RecordLifetime } from '../stores/store-description.ts';
import { openStores } from '../stores.ts';
import { banner } from './banner.ts';
import { createService } from './create-service.ts';
import { makeFirstApiKey } from './first-api-key.ts';
import { createLifeCycle, type LifeCycle } from './life-cycle.ts';
import type { StopOnSignal } from './listen-for-signals.ts';

const recordLifetimeOf = ({ IDEMPOTENCY_RECORD_DAYS: days }: Configuration): RecordLifetime =>
  days === undefined ? 'forever' : { days };

/** Runs the service until a signal stops it. */
export const serve = async (environment: NodeJS.ProcessEnv, stopOnSignal: StopOnSignal): Promise<void> => {
  const decoded = decodeConfiguration(environment);
  if (E.isLeft(decoded)) return reportFailure(messagesOf(decoded.left));
  const configuration = decoded.right;
  const log = createLog(configuration.LOG_LEVEL);
  const { logger, flush, close } = log;
  let lifeCycle: LifeCycle | undefined;
  stopOnSignal(async (signal) => {
    logger.info({ signal }, 'stopping');
    await lifeCycle?.stop();
    logger.info('stopped');
    await close();
    // A wait for a MongoDB that does not respond would keep the process alive.
    process.exit(0);
  });

  const start = async (): Promise<E.Either<StartFailure, void>> => {
    const metrics = createMetrics((err) => logger.error({ err }, 'a metric could not be counted'));
    const { store } = configuration;
    const opened =
      store === undefined
        ? E.right(createMemoryStores(metrics))
        : await openStores(store, {
            metrics,
            recordLifetime: recordLifetimeOf(configuration),
            warn: (message) => logger.warn(message),
          })();
    if (E.isLeft(opened)) return opened;
    const stores = opened.right;
    const { name, title, makesKey, apiKeys } = stores;
    const service = createService(configuration, stores, log, metrics);
    const ports = { apiKeys, clock: systemClock, keyMaterial: nodeKeyMaterial };
    const makeKey = (): ReturnType<typeof makeFirstApiKey> => makeFirstApiKey(makesKey, ports, configuration.API_KEY);
    // A key in memory is valid from the first request on. One that is stored is made only when it will be printed.
    const keyInMemory = makesKey === 'always' ? await makeKey() : undefined;

    lifeCycle = createLifeCycle(service, configuration, logger);
    const url = await lifeCycle.start();
    if (E.isLeft(url)) return url;
    const newApiKey = makesKey === 'always' ? keyInMemory : await makeKey();
    logger.info({ url: url.right, store: name }, 'listening');
    const problem = await stores.problem();
    if (problem !== undefined)
      logger.warn({ reason: problem }, `${title} is not ready yet: requests that need it get 503 until it is`);
    await flush();
    // If standard output is not a terminal, it is the log in JSON, so a new key is printed on standard error.
    if (makesKey !== 'never' && process.stdout.isTTY) process.stdout.write(banner(url.right, stores, newApiKey));
    else if (newApiKey !== undefined) process.stderr.write(banner(url.right, stores, newApiKey));
    return E.right(undefined);
  };

  const outcome = await start();
  if (E.isRight(outcome)) return;
  reportFailure(messagesOf(outcome.left));
  await lifeCycle?.stop();
  await close();
  // A store that does not close would keep the process alive.
  process.exit(1);
};
