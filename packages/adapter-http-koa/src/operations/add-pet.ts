import { scopeOfApiKey } from '@animal-store/access';
import {
  type AnimalStore,
  decodeNewPet,
  type Idempotency,
  type NewPet,
  petJson,
  type Violation,
} from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type { HttpContext, Step } from '../application/http-context.ts';
import { errorRefs } from '../openapi/error-refs.ts';
import { commonHeaders, headerRef } from '../openapi/headers.ts';
import type { Operation } from '../openapi/open-api-document.ts';
import { parameterRefs } from '../openapi/parameters.ts';
import { petContent, petRequestBody } from '../openapi/pet-body.ts';
import {
  respondWithError,
  respondWithFull,
  respondWithUnavailable,
  violationsText,
} from '../response/error-response.ts';
import { jsonText, respondWithJson } from '../response/json-response.ts';
import { setHeader } from '../response/response-headers.ts';
import { decodeIdempotencyKey } from './idempotency-key-header.ts';

interface Creation {
  readonly newPet: NewPet;
  readonly idempotency?: Idempotency;
}

// Both parts are read before either is refused, so that the client learns all violations at once.
const readCreation = ({ req, state }: HttpContext): E.Either<readonly Violation[], Creation> => {
  const newPet = decodeNewPet(state.body);
  const key = decodeIdempotencyKey(req.headers['idempotency-key']);
  if (E.isRight(newPet) && E.isRight(key)) {
    if (key.right === undefined || state.apiKey === undefined) return E.right({ newPet: newPet.right });
    const scope = scopeOfApiKey(state.apiKey.id);
    return E.right({ newPet: newPet.right, idempotency: { scope, key: key.right } });
  }
  return E.left([...(E.isLeft(newPet) ? newPet.left.violations : []), ...(E.isLeft(key) ? [key.left] : [])]);
};

/**
 * `POST /v1/pets` (docs/interface.md, section 4.2), safe to retry with an `Idempotency-Key`. `Location` names the new
 * animal until `GET /v1/pets/{petId}` is removed.
 */
export const addPetOperation =
  (addPet: AnimalStore['addPet'], base: string, isGetPetRemoved: () => boolean): Step =>
  async (ctx) => {
    const creation = readCreation(ctx);
    if (E.isLeft(creation)) return respondWithError(ctx, 'invalid_request', violationsText(creation.left));

    const outcome = await addPet(creation.right.newPet, creation.right.idempotency)();
    if (E.isRight(outcome)) {
      if (!isGetPetRemoved()) setHeader(ctx.res, 'Location', `${base}/pets/${outcome.right.id}`);
      // Its text is not kept, because that takes longer than writing it.
      return respondWithJson(ctx, 201, jsonText(petJson(outcome.right)));
    }
    if (outcome.left._tag === 'RepositoryUnavailable') return respondWithUnavailable(ctx, outcome.left);
    if (outcome.left._tag === 'RepositoryFull') return respondWithFull(ctx);
    return respondWithError(ctx, 'idempotency_key_reused', 'this Idempotency-Key was used before, for another animal');
  };

/** `POST /pets`. */
export const addPetDescription: Operation = {
  operationId: 'addPet',
  tags: ['animals'],
  summary: 'Add an animal',
  description: [
    'Adds an animal and returns it with its new id.',
    'With an `Idempotency-Key` a retry is safe: the same key with the same animal (name, category and status) adds one ' +
      'animal and always gets the same 201. The same key with another animal gets 422. Without a key, every retry adds ' +
      'another animal.',
    'The body is checked in this order: media type and coding (415), size (413), content and `Idempotency-Key` (400, ' +
      'which names everything that is invalid).',
  ].join('\n\n'),
  parameters: parameterRefs('IdempotencyKey'),
  requestBody: petRequestBody,
  responses: {
    201: {
      description: 'The animal was added, by this request or by an earlier one with the same Idempotency-Key.',
      headers: { ...commonHeaders, Location: headerRef('Location') },
      content: petContent('added'),
      links: {
        added: {
          operationId: 'getPet',
          parameters: { petId: '$response.body#/id' },
          description: 'The animal that was added.',
        },
      },
    },
    ...errorRefs('InvalidPet', 'BodyTooLarge', 'UnsupportedMediaType', 'IdempotencyKeyReused'),
  },
};
