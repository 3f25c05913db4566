import type { Middleware } from 'koa';
import { errors } from '../errors.ts';

/**
 * Responds to methods that a path does not support: to `OPTIONS` with 204, else with 405. The router's `allowedMethods`, which
 * runs after it, finds the supported ones. The router must know all methods, else it would respond with 501.
 */
export const allowMethods: Middleware = async (ctx, next) => {
  await next();
  const supported = ctx.response.get('Allow');
  if (!supported) return;
  const methods = [...supported.split(', '), 'OPTIONS'].sort();
  if (ctx.method !== 'OPTIONS') throw errors.otherMethod(methods);
  ctx.set('Allow', methods.join(', '));
  ctx.status = 204;
};
