import { either as E } from 'fp-ts';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { decodeConfiguration } from '../configuration/configuration.ts';
import { messageOf } from '../errors.ts';
import { createMetrics } from '../observation/metrics.ts';
import { createMemoryStore } from '../stores/memory-store.ts';
import { createService, type Service } from './create-service.ts';
import { createLifeCycle, type LifeCycle } from './life-cycle.ts';

const makeLifeCycle = (changed: Partial<Service> = {}): LifeCycle => {
  const decoded = decodeConfiguration({ PORT: '0', ADMIN_PORT: '0' });
  if (E.isLeft(decoded)) throw new Error(messageOf(decoded.left));
  const logger = pino({ level: 'silent' });
  const metrics = createMetrics(() => undefined);
  const service = createService(decoded.right, createMemoryStore(), logger, metrics);
  return createLifeCycle({ ...service, ...changed }, decoded.right, logger);
};

it('is stopped though it has only begun to start', async () => {
  const { start, stop } = makeLifeCycle();
  const starting = start();
  await stop();
  const url = await starting;
  if (E.isLeft(url)) throw new Error(messageOf(url.left));
  await expect(fetch(`${url.right}/livez`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
});

it('may be stopped before it is started', async () => {
  await makeLifeCycle().stop();
});

it('waits for a store that does not close for half a second', { timeout: 5_000 }, async () => {
  await makeLifeCycle({ closeStore: () => new Promise(() => undefined) }).stop();
});
