import type { Clock } from '@animal-store/access';
import { type PetId, parsePetId, petJson } from '@animal-store/domain';
import { option as O } from 'fp-ts';
import type { Middleware } from 'koa';
import { errorOf, errors } from '../errors.ts';
import type { Operation } from '../middleware/guard.ts';
import type { HttpPorts } from '../ports.ts';
import { orThrow, respond } from './respond.ts';

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

/** The id at the end of a path. Throws 404 for any other text: the path is raw, because a router decodes `%37`, which is not an id. */
const petIdIn = (path: string): PetId => {
  const id = parsePetId(path.slice(path.lastIndexOf('/') + 1));
  if (O.isNone(id)) throw errors.unknownPet();
  return id.value;
};

/** `GET /v1/pets/{petId}` (interface specification, section 4.3), which returns 410 after its removal. */
export const getPet =
  ({ store }: Pick<HttpPorts, 'store'>, isRemoved: () => boolean): Operation =>
  async (ctx) => {
    if (isRemoved()) throw errors.removedOperation();
    const pet = orThrow(errorOf)(await store.getPet(petIdIn(ctx.path))());
    respond(ctx, 200, petJson(pet));
  };
