import { either as E } from 'fp-ts';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { decodeConfiguration } from '../configuration/configuration.ts';
import { createMetrics } from '../observation/metrics.ts';
import { createMemoryStores } from '../stores.ts';
import { createService, type Service } from './create-service.ts';

const makeService = (): Service => {
  const configuration = decodeConfiguration({ PORT: '0', ADMIN_PORT: '0' });
  if (E.isLeft(configuration)) throw new Error(configuration.left.join());
  const logger = pino({ level: 'silent' });
  return createService(
    configuration.right,
    createMemoryStores(),
    logger,
    createMetrics(() => undefined),
  );
};

it('is stopped though it has only begun to start', async () => {
  const service = makeService();
  const starting = service.start();
  await service.stop();
  const url = await starting;
  if (E.isLeft(url)) throw new Error(url.left);
  await expect(fetch(`${url.right}/livez`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
});

it('may be stopped before it is started', async () => {
  await makeService().stop();
});
