import type { Clock } from '@animal-store/domain';
import type { HttpMiddleware } from './http-context.ts';

/** Since when `GET /v1/pets/{petId}` is deprecated (RFC 9745): 2025-12-05T00:00:00Z. */
export const deprecation = '@1764892800';

/** When it is removed (RFC 8594; interface specification, section 9). */
export const sunset = 'Thu, 05 Dec 2030 00:00:00 GMT';

const sunsetInstant = Date.parse(sunset);

const isGetPet = (method: string, path: string): boolean =>
  (method === 'GET' || method === 'HEAD') && /^\/v1\/pets\/[^/]+$/.test(path);

/** Announces the removal on every answer of `GET /v1/pets/{petId}`, whatever the answer is. */
export const announceRemoval = (base: string): HttpMiddleware => {
  const headers = {
    Deprecation: deprecation,
    Sunset: sunset,
    Link: `<${base}/pets>; rel="successor-version"`,
  };
  return (ctx, next) => {
    if (isGetPet(ctx.method, ctx.path)) ctx.set(headers);
    return next();
  };
};

/** Tells whether `GET /v1/pets/{petId}` is removed by now. `serve` keeps it for ever. */
export const petRemoval =
  ({ now }: Clock, afterSunset: 'gone' | 'serve'): (() => boolean) =>
  () =>
    afterSunset === 'gone' && now() >= sunsetInstant;
