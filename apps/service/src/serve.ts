import { type ApiKeyLabel, newApiKeyToken, registerApiKey } from '@animal-store/domain';
import { either as E, taskEither as TE } from 'fp-ts';
import { banner } from './banner.ts';
import { type Configuration, decodeConfiguration } from './configuration.ts';
import { createService, type Service } from './create-service.ts';
import { fail } from './fail.ts';
import type { StopOnSignal } from './listen-for-signals.ts';
import { createLog } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { nodeKeyMaterial } from './node-key-material.ts';
import { createMemoryStores, openMongoStores, type Stores } from './stores.ts';
import { systemClock } from './system-clock.ts';

const openStores = (
  { MONGODB_URI, IDEMPOTENCY_RECORD_DAYS }: Configuration,
  metrics: Metrics,
): TE.TaskEither<string, Stores> =>
  MONGODB_URI === undefined
    ? TE.fromIO(createMemoryStores)
    : openMongoStores(MONGODB_URI, metrics.forMongo(), {
        recordLifetime: IDEMPOTENCY_RECORD_DAYS === undefined ? 'forever' : { days: IDEMPOTENCY_RECORD_DAYS },
      });

/** Registers the one API key there is in memory, and gives the text that shows a person how to use it. */
const registerOnlyKey = async (stores: Stores, { API_KEY }: Configuration): Promise<(url: string) => string> => {
  const token = API_KEY ?? newApiKeyToken(nodeKeyMaterial)();
  await registerApiKey({ ...stores, clock: systemClock, keyMaterial: nodeKeyMaterial })(token, {
    label: 'start' as ApiKeyLabel,
  })();
  return (url) => banner(url, API_KEY === undefined ? token : undefined);
};

/** Runs the service until a signal stops it. */
export const serve = async (environment: NodeJS.ProcessEnv, stopOnSignal: StopOnSignal): Promise<void> => {
  const decoded = decodeConfiguration(environment);
  if (E.isLeft(decoded)) return fail(decoded.left);
  const configuration = decoded.right;
  const { logger, flush, close } = createLog(configuration.LOG_LEVEL);
  let started: Service | undefined;
  stopOnSignal(async (signal) => {
    logger.info({ signal }, 'stopping');
    await started?.stop();
    logger.info('stopped');
    await close();
    // Whatever is left, such as the wait for a MongoDB that does not answer, is nobody's concern any more.
    process.exit(0);
  });

  const start = async (): Promise<E.Either<string, void>> => {
    const metrics = createMetrics((err) => logger.error({ err }, 'a metric could not be counted'));
    const opened = await openStores(configuration, metrics)();
    if (E.isLeft(opened)) return opened;
    const stores = opened.right;
    const service = createService(configuration, stores, logger, metrics);
    const isInMemory = configuration.MONGODB_URI === undefined;
    const introduction = isInMemory ? await registerOnlyKey(stores, configuration) : () => '';

    started = service;
    const url = await service.start();
    if (E.isLeft(url)) return url;
    logger.info({ url: url.right, store: isInMemory ? 'memory' : 'mongodb' }, 'listening');
    if (!(await stores.isReady())) logger.warn('MongoDB does not answer yet: every request gets 503 until it does');
    await flush();
    // Where it is no terminal, standard output is the log for a program, JSON and nothing else. A key that was made has to
    // be shown all the same.
    if (process.stdout.isTTY) process.stdout.write(introduction(url.right));
    else if (configuration.API_KEY === undefined) process.stderr.write(introduction(url.right));
    return E.right(undefined);
  };

  const outcome = await start();
  if (E.isRight(outcome)) return;
  fail([outcome.left]);
  await started?.stop();
  await close();
  // A store that does not close would keep the process alive.
  process.exit(1);
};
