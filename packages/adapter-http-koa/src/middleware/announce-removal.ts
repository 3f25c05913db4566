import type Router from '@koa/router';
import type { Middleware } from 'koa';
import { deprecation, sunset } from '../message/pet-removal.ts';

/**
 * Announces the removal of the operation of a route on each of its responses, including errors, by `Deprecation`
 * (RFC 9745), `Sunset` (RFC 8594) and a `Link` to its successor (RFC 5829).
 */
export const announceRemoval = (route: ReturnType<Router['route']>, successor: string): Middleware => {
  const headers = { Deprecation: deprecation, Sunset: sunset, Link: `<${successor}>; rel="successor-version"` };
  return (ctx, next) => {
    if ((ctx.method === 'GET' || ctx.method === 'HEAD') && route && route.match(ctx.path)) ctx.set(headers);
    return next();
  };
};
