import type { Clock } from '@animal-store/access';
import { apiPath } from '../api-path.ts';

/** Since when `GET /v1/pets/{petId}` is deprecated (RFC 9745): 2025-12-05T00:00:00Z. */
export const deprecation = '@1764892800';

/** When `GET /v1/pets/{petId}` is removed (RFC 8594; docs/interface.md, section 9). */
export const sunset = 'Thu, 05 Dec 2030 00:00:00 GMT';

const sunsetInstant = Date.parse(sunset);

const template = `${apiPath}/pets/{petId}`;

/**
 * Makes the headers that announce the removal of `GET /v1/pets/{petId}` on every response of it, including errors. Other
 * requests get none.
 */
export const announceRemoval = (base: string): ((method: string, route: string) => readonly string[]) => {
  const none: readonly string[] = [];
  const announcement = [
    'Deprecation',
    deprecation,
    'Sunset',
    sunset,
    'Link',
    `<${base}/pets>; rel="successor-version"`,
  ];
  return (method, route) => (route === template && (method === 'GET' || method === 'HEAD') ? announcement : none);
};

/** Whether `GET /v1/pets/{petId}` is removed by now. `serve` keeps it for ever. */
export const petRemoval =
  ({ now }: Clock, afterSunset: 'gone' | 'serve'): (() => boolean) =>
  () =>
    afterSunset === 'gone' && now() >= sunsetInstant;
