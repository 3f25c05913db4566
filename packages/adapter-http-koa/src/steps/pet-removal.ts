import type { Clock } from '@animal-store/access';
import { apiPath } from '../api-path.ts';
import type { Step } from '../application/http-context.ts';
import { setHeader } from '../response/response-headers.ts';

/** Since when `GET /v1/pets/{petId}` is deprecated (RFC 9745): 2025-12-05T00:00:00Z. */
export const deprecation = '@1764892800';

/** When `GET /v1/pets/{petId}` is removed (RFC 8594; docs/interface.md, section 9). */
export const sunset = 'Thu, 05 Dec 2030 00:00:00 GMT';

const sunsetInstant = Date.parse(sunset);

const route = `${apiPath}/pets/{petId}`;

/** The message of the 410 after the removal. */
export const removed: string = `this operation is removed; use GET ${apiPath}/pets`;

/** Announces the removal on every response of `GET /v1/pets/{petId}`, including errors. */
export const announceRemoval = (base: string): Step => {
  const successor = `<${base}/pets>; rel="successor-version"`;
  return ({ req, res, state }) => {
    if (state.route?.template !== route || (req.method !== 'GET' && req.method !== 'HEAD')) return;
    setHeader(res, 'Deprecation', deprecation);
    setHeader(res, 'Sunset', sunset);
    setHeader(res, 'Link', successor);
  };
};

/** Whether `GET /v1/pets/{petId}` is removed by now. `serve` keeps it for ever. */
export const petRemoval =
  ({ now }: Clock, afterSunset: 'gone' | 'serve'): (() => boolean) =>
  () =>
    afterSunset === 'gone' && now() >= sunsetInstant;
