import type { Clock } from '@animal-store/access';
import type { Middleware } from 'koa';

/** When `GET /v1/pets/{petId}` is removed (RFC 8594; interface specification, section 9). */
const sunset = 'Thu, 05 Dec 2030 00:00:00 GMT';

const sunsetInstant = Date.parse(sunset);

/** Whether `GET /v1/pets/{petId}` is removed by now. `serve` keeps it for ever. */
export const petRemoval =
  ({ now }: Clock, afterSunset: 'gone' | 'serve'): (() => boolean) =>
  () =>
    afterSunset === 'gone' && now() >= sunsetInstant;

/**
 * Announces the removal of an operation on each of its responses, including errors, by `Deprecation` (RFC 9745: since
 * 2025-12-05T00:00:00Z), `Sunset` (RFC 8594) and a `Link` to its successor (RFC 5829).
 */
export const announceRemoval =
  (successor: string): Middleware =>
  (ctx, next) => {
    ctx.set('Deprecation', '@1764892800');
    ctx.set('Sunset', sunset);
    ctx.set('Link', `<${successor}>; rel="successor-version"`);
    return next();
  };
