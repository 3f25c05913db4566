import type { Middleware } from 'koa';
import { errors } from '../message/errors.ts';

/**
 * Responds to methods that a path does not support, with what the router's `allowedMethods` after it finds out: 204 with
 * the methods for `OPTIONS`, else 405. The router must know all methods, or its response would be 501.
 */
export const respondToOtherMethods: Middleware = async (ctx, next) => {
  await next();
  const supported = ctx.response.get('Allow');
  if (!supported) return;
  const methods = [...supported.split(', '), 'OPTIONS'].sort();
  if (ctx.method !== 'OPTIONS') throw errors.otherMethod(methods);
  ctx.set('Allow', methods.join(', '));
  ctx.status = 204;
};
