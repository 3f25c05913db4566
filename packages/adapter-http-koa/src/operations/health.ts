import type { Middleware } from 'koa';
import { errors } from '../errors.ts';
import { respond } from './respond.ts';

/** `GET /livez`: whether the process responds. It checks only the process, so an outage elsewhere does not restart it. */
export const livez: Middleware = (ctx) => respond(ctx, 200, '{"status":"live"}');

/** `GET /readyz`: 200 if the instance should get requests, 503 while it starts or stops or its store is unavailable. */
export const readyz =
  (isReady: () => Promise<boolean>): Middleware =>
  async (ctx) => {
    if (!(await isReady())) throw errors.notReady();
    respond(ctx, 200, '{"status":"ready"}');
  };
