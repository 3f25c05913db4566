import { type AnimalStore, PetId } from '@animal-store/domain';
import { either as E, option as O } from 'fp-ts';
import type { HttpContext, Step } from '../application/http-context.ts';
import { getPetErrorRefs, removalHeaders } from '../openapi/get-pet-errors.ts';
import { commonHeaders } from '../openapi/headers.ts';
import type { Operation } from '../openapi/open-api-document.ts';
import { parameterRefs } from '../openapi/parameters.ts';
import { petContent } from '../openapi/pet-body.ts';
import { respondWithError, respondWithUnavailable } from '../response/error-response.ts';
import { respondWithJson } from '../response/json-response.ts';
import { removed } from '../steps/pet-removal.ts';
import { petText } from './pets-json.ts';

/** Reads the id at the end of a path. The router's own parameter is percent-decoded, so this reads the raw segment. */
export const readPetId = (path: string): O.Option<PetId> => {
  const segment = path.slice(path.lastIndexOf('/') + 1);
  if (!/^-?(?:0|[1-9][0-9]{0,18})$/.test(segment)) return O.none;
  const id: unknown = BigInt(segment);
  return PetId.is(id) ? O.some(id) : O.none;
};

/** Responds 404: no animal has the id. */
export const respondWithNotFound = (ctx: HttpContext): void =>
  respondWithError(ctx, 'not_found', 'no animal has this id');

/**
 * `GET /v1/pets/{petId}` (docs/interface.md, section 4.3), which returns 410 after its removal. An id is valid only in
 * its canonical decimal form: `007`, `+7` and `%37` name no animal.
 */
export const getPetOperation =
  (getPet: AnimalStore['getPet'], isGetPetRemoved: () => boolean): Step =>
  async (ctx) => {
    if (isGetPetRemoved()) return respondWithError(ctx, 'gone', removed);

    const id = readPetId(ctx.state.path);
    if (O.isNone(id)) return respondWithNotFound(ctx);

    const outcome = await getPet(id.value)();
    if (E.isRight(outcome)) return respondWithJson(ctx, 200, petText(outcome.right));
    return outcome.left._tag === 'PetNotFound' ? respondWithNotFound(ctx) : respondWithUnavailable(ctx, outcome.left);
  };

/** `GET /pets/{petId}`. */
export const getPetDescription = (base: string): Operation => ({
  operationId: 'getPet',
  tags: ['animals'],
  deprecated: true,
  summary: 'Get an animal',
  description: [
    'Returns one animal.',
    'Deprecated, and removed on 5 December 2030. Until then it stays as it is, from then on it returns 410. List the ' +
      'animals with a status filter instead. Every response announces this by `Deprecation`, `Sunset` and ' +
      '`Link: <…>; rel="successor-version"`.',
  ].join('\n\n'),
  parameters: parameterRefs('PetId'),
  responses: {
    200: {
      description: 'The animal.',
      headers: { ...commonHeaders, ...removalHeaders },
      content: petContent('animal'),
    },
    ...getPetErrorRefs(base),
  },
});
