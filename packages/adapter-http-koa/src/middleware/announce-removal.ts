import type { Middleware } from 'koa';
import { deprecation, sunset } from '../message/pet-removal.ts';

/**
 * Announces the removal of an operation on each of its responses, including errors: `Deprecation` (RFC 9745), `Sunset`
 * (RFC 8594) and its successor (RFC 5829).
 */
export const announceRemoval =
  (isRemoved: (path: string) => boolean, successor: string): Middleware =>
  (ctx, next) => {
    if ((ctx.method === 'GET' || ctx.method === 'HEAD') && isRemoved(ctx.path)) {
      ctx.set({ Deprecation: deprecation, Sunset: sunset, Link: `<${successor}>; rel="successor-version"` });
    }
    return next();
  };
