import type { Clock } from '@animal-store/access';

/** Since when `GET /v1/pets/{petId}` is deprecated (RFC 9745): 2025-12-05T00:00:00Z. */
export const deprecation = '@1764892800';

/** When `GET /v1/pets/{petId}` is removed (RFC 8594; interface specification, section 9). */
export const sunset = 'Thu, 05 Dec 2030 00:00:00 GMT';

const sunsetInstant = Date.parse(sunset);

/** Whether `GET /v1/pets/{petId}` is removed by now. `serve` keeps it for ever. */
export const petRemoval =
  ({ now }: Clock, afterSunset: 'gone' | 'serve'): (() => boolean) =>
  () =>
    afterSunset === 'gone' && now() >= sunsetInstant;
