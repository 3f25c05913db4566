import { type GetPet, PetId } from '@animal-store/domain';
import { either as E, option as O } from 'fp-ts';
import type { HttpContext, Step } from '../application/http-context.ts';
import { respondWithError, respondWithUnavailable } from '../response/error-response.ts';
import { respondWithJson } from '../response/json-response.ts';
import { removed } from '../steps/pet-removal.ts';
import { petText } from './pets-json.ts';

const readPetId = (segment: string): O.Option<PetId> => {
  if (!/^-?(?:0|[1-9][0-9]{0,18})$/.test(segment)) return O.none;
  const id: unknown = BigInt(segment);
  return PetId.is(id) ? O.some(id) : O.none;
};

const respondWithNotFound = (ctx: HttpContext): void => respondWithError(ctx, 'not_found', 'no animal has this id');

/**
 * `GET /v1/pets/{petId}` (docs/interface.md, section 4.3), which returns 410 after its removal. An id is valid only in
 * its canonical decimal form: `007`, `+7` and `%37` name no animal.
 */
export const getPetOperation =
  (getPet: GetPet, isGetPetRemoved: () => boolean): Step =>
  async (ctx) => {
    if (isGetPetRemoved()) return respondWithError(ctx, 'gone', removed);

    // The router's own parameter is percent-decoded, so this reads the raw segment.
    const { path } = ctx.state;
    const id = readPetId(path.slice(path.lastIndexOf('/') + 1));
    if (O.isNone(id)) return respondWithNotFound(ctx);

    const outcome = await getPet(id.value)();
    if (E.isRight(outcome)) return respondWithJson(ctx, 200, petText(outcome.right));
    return outcome.left._tag === 'PetNotFound' ? respondWithNotFound(ctx) : respondWithUnavailable(ctx, outcome.left);
  };
