import { type ApiKeyId, scopeOfApiKey } from '@animal-store/access';
import {
  decodeNewPet,
  type Idempotency,
  IdempotencyKey,
  type NewPet,
  petJson,
  type Violation,
} from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { errorOf, errors } from '../errors.ts';
import type { Operation } from '../middleware/guard.ts';
import type { HttpPorts } from '../ports.ts';
import { orThrow, respond } from './respond.ts';

const keyViolation: Violation = {
  path: 'Idempotency-Key',
  message: 'must be given only once, as 1 to 255 visible ASCII characters, bare or in double quotes',
};

// The String of a structured field (RFC 9651, section 3.3.3), in which quotes and backslashes are escaped.
const quoted = /^"((?:[^"\\]|\\["\\])*)"$/;

const unquote = (text: string): string =>
  text.startsWith('"') ? (quoted.exec(text)?.[1] ?? '').replace(/\\(["\\])/g, '$1') : text;

/**
 * Reads the header `Idempotency-Key`. The same characters are the same key, bare or quoted. Node.js joins several lines
 * with a comma and a space; the result is invalid, because a key has no space.
 */
export const decodeIdempotencyKey = (
  header: string | readonly string[] | undefined,
): E.Either<Violation, IdempotencyKey | undefined> => {
  if (header === undefined) return E.right(undefined);
  const key = typeof header === 'string' ? unquote(header) : '';
  return IdempotencyKey.is(key) ? E.right(key) : E.left(keyViolation);
};

// Both parts are read before either is refused, so that the client learns all violations at once.
const readCreation = (
  body: unknown,
  keyHeader: string | readonly string[] | undefined,
  apiKeyId: ApiKeyId,
): E.Either<readonly Violation[], readonly [NewPet, Idempotency | undefined]> => {
  const newPet = decodeNewPet(body);
  const key = decodeIdempotencyKey(keyHeader);
  if (E.isRight(newPet) && E.isRight(key)) {
    return E.right([newPet.right, key.right && { scope: scopeOfApiKey(apiKeyId), key: key.right }]);
  }
  return E.left([...(E.isLeft(newPet) ? newPet.left.violations : []), ...(E.isLeft(key) ? [key.left] : [])]);
};

/**
 * `POST /v1/pets` (interface specification, section 4.2), safe to retry with an `Idempotency-Key`. `Location` names the new
 * animal until `GET /v1/pets/{petId}` is removed.
 */
export const addPet =
  ({ store }: Pick<HttpPorts, 'store'>, base: string, isGetPetRemoved: () => boolean): Operation =>
  async (ctx) => {
    const read = readCreation(ctx.request.body, ctx.req.headers['idempotency-key'], ctx.state.apiKey.id);
    const creation = orThrow(errors.invalidPet)(read);
    const { pet, replayed } = orThrow(errorOf)(await store.addPet(...creation)());
    if (replayed) ctx.set('Idempotent-Replayed', 'true');
    if (!isGetPetRemoved()) ctx.set('Location', `${base}/pets/${pet.id}`);
    respond(ctx, 201, petJson(pet));
  };
