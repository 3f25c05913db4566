import { EventEmitter } from 'node:events';
import type { Context } from 'koa';
import { expect, it } from 'vitest';
import { reportRequest } from './report-request.ts';

it('reports nothing without a report function', async () => {
  const res = Object.assign(new EventEmitter(), { setHeader: () => res, getHeader: () => undefined });
  const ctx = { req: { headers: {} }, res, url: '/v1/pets', path: '/v1/pets' } as unknown as Context;
  await reportRequest(() => '/v1/pets', undefined)(ctx as never, async () => undefined);
  expect(res.listenerCount('close')).toBe(0);
});
