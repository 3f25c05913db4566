import { newApiKeyToken, registerApiKey } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { banner } from './banner.ts';
import { decodeConfiguration } from './configuration.ts';
import { createService } from './create-service.ts';
import { createLog } from './log.ts';
import { nodeKeyMaterial } from './node-key-material.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { createMemoryStores } from './stores.ts';
import { systemClock } from './system-clock.ts';

const fail = (sentences: readonly string[]): void => {
  for (const sentence of sentences) process.stderr.write(`animal-store: ${sentence}\n`);
  process.exitCode = 1;
};

/** Runs the service until a signal stops it. */
export const serve = async (environment: NodeJS.ProcessEnv): Promise<void> => {
  const configuration = decodeConfiguration(environment);
  if (E.isLeft(configuration)) return fail(configuration.left);

  const { API_KEY, LOG_LEVEL } = configuration.right;
  const log = createLog(LOG_LEVEL);
  const stores = createMemoryStores();
  const service = createService(configuration.right, stores, log);

  const token = API_KEY ?? newApiKeyToken(nodeKeyMaterial)();
  await registerApiKey({ ...stores, clock: systemClock, keyMaterial: nodeKeyMaterial })(token, { label: 'start' })();

  const url = await service.start();
  if (E.isLeft(url)) {
    await service.stop();
    return fail([url.left]);
  }
  log.logger.info({ url: url.right, store: 'memory' }, 'listening');
  await log.flush();
  process.stdout.write(banner(url.right, API_KEY === undefined ? token : undefined));

  stopOnSignal(async (signal) => {
    log.logger.info({ signal }, 'stopping');
    await service.stop();
    log.logger.info('stopped');
    await log.flush();
  });
};
