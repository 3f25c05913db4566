import { totalmem } from 'node:os';
import { nodeKeyMaterial, systemClock } from '@animal-store/access/node';
import { either as E } from 'fp-ts';
import { environmentWarnings } from '../configuration/meant-store.ts';
import type { Configuration } from '../configuration/variables.ts';
import { messagesOf, type StartFailure } from '../errors.ts';
import type { StopOnSignal } from '../listen-for-signals.ts';
import { createBuildInfo } from '../observation/build-info.ts';
import { createLog } from '../observation/log.ts';
import { createMetrics } from '../observation/metrics.ts';
import { startTraces } from '../observation/traces/start-traces.ts';
import { type Traces, traceOperations } from '../observation/traces/traces.ts';
import { reportFailure } from '../report-failure.ts';
import { openChosenStore } from '../stores/chosen-store.ts';
import { createMemoryStore } from '../stores/memory-store.ts';
import type { RecordLifetime } from '../stores/store-kind.ts';
import type { Version } from '../version.ts';
import { withTimeout } from '../with-timeout.ts';
import { banner } from './banner.ts';
import { createService } from './create-service.ts';
import { decodeServiceConfiguration } from './decode-service-configuration.ts';
import { type FirstKeyTarget, makeFirstKey, makeKeyInMemory } from './first-api-key.ts';
import { createLifeCycle, type LifeCycle } from './life-cycle.ts';
import { limitsOf } from './limits-of.ts';
import { containerMemory, memoryProblem } from './memory-need.ts';

const recordLifetimeOf = ({ IDEMPOTENCY_RECORD_DAYS: days }: Configuration): RecordLifetime =>
  days === undefined ? 'forever' : { days };

const firstKeyTarget = ({ FIRST_API_KEY_FILE: file }: Configuration): FirstKeyTarget => {
  if (file !== undefined) return { file };
  return process.stdout.isTTY || process.stderr.isTTY ? 'terminal' : 'none';
};

/** Time limit, in milliseconds, for sending the last traces at a stop. */
const flushTime = 1_000;

/** Runs the service until a signal stops it. */
export const serve = async (
  environment: NodeJS.ProcessEnv,
  version: Version,
  stopOnSignal: StopOnSignal,
): Promise<void> => {
  const decoded = decodeServiceConfiguration(environment);
  if (E.isLeft(decoded)) return reportFailure(messagesOf(decoded.left));
  const configuration = decoded.right;
  const log = createLog(configuration.LOG_LEVEL);
  const { logger, flush, close } = log;
  const available = containerMemory(process.constrainedMemory(), totalmem());
  const tooLarge = memoryProblem(
    limitsOf(configuration),
    available,
    configuration.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
  );
  for (const warning of [...environmentWarnings(environment), ...(tooLarge === undefined ? [] : [tooLarge])]) {
    logger.warn(warning);
  }
  let lifeCycle: LifeCycle | undefined;
  let traces: Traces | undefined;
  const stop = async (): Promise<void> => {
    await lifeCycle?.stop();
    if (traces !== undefined) await withTimeout(flushTime, traces.stop(), () => undefined);
  };
  stopOnSignal(async (signal) => {
    logger.info({ signal }, 'stopping');
    await stop();
    logger.info('stopped');
    await close();
    // A wait for a MongoDB that does not respond would keep the process alive.
    process.exit(0);
  });

  const start = async (): Promise<E.Either<StartFailure, void>> => {
    const { store: chosen } = configuration;
    const build = { ...version, store: chosen?.kind.name ?? 'memory' };
    traces = await startTraces(environment, build, logger);
    const metrics = traceOperations(
      createMetrics((err) => logger.error({ err }, 'a metric could not be counted')),
      traces,
    );
    const opened =
      chosen === undefined
        ? E.right(createMemoryStore(metrics))
        : await openChosenStore(chosen, {
            metrics,
            recordLifetime: recordLifetimeOf(configuration),
            warn: (message) => logger.warn(message),
          })();
    if (E.isLeft(opened)) return opened;
    const store = opened.right;
    const { name, makesKey, apiKeys } = store;
    metrics.add(createBuildInfo(build));
    const service = createService(configuration, store, logger, metrics, limitsOf(configuration), traces);
    const ports = { apiKeys, clock: systemClock, keyMaterial: nodeKeyMaterial };
    // A key in memory is valid from the first request on. One that is stored is made only when it will be printed.
    const keyInMemory = makesKey === 'always' ? await makeKeyInMemory(ports, configuration.API_KEY) : undefined;

    lifeCycle = createLifeCycle(service, configuration, logger);
    const url = await lifeCycle.start();
    if (E.isLeft(url)) return url;
    const first = makesKey === 'if there is none' ? await makeFirstKey(ports, firstKeyTarget(configuration)) : {};
    const newApiKey = keyInMemory ?? first.token;
    logger.info({ url: url.right, store: name, ...version }, 'listening');
    if (first.notice !== undefined) logger.warn(first.notice);
    await service.watch();
    await flush();
    // If standard output is not a terminal, it is the log in JSON, so a new key is printed on standard error.
    if (makesKey !== 'never' && process.stdout.isTTY) process.stdout.write(banner(url.right, store, newApiKey));
    else if (newApiKey !== undefined) process.stderr.write(banner(url.right, store, newApiKey));
    return E.right(undefined);
  };

  const outcome = await start();
  if (E.isRight(outcome)) return;
  reportFailure(messagesOf(outcome.left));
  await stop();
  await close();
  // A store that does not close would keep the process alive.
  process.exit(1);
};
