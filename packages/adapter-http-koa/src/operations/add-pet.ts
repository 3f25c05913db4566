import { type ApiKeyId, scopeOfApiKey } from '@animal-store/access';
import { decodeNewPet, type Idempotency, type NewPet, petJson, type Violation } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { errors } from '../message/errors.ts';
import { jsonResponse } from '../message/json-response.ts';
import { describeBody } from '../openapi/described-body.ts';
import { errorRefs } from '../openapi/error-refs.ts';
import { commonHeaders, headerRef } from '../openapi/headers.ts';
import { parameterRefs } from '../openapi/parameters.ts';
import { petContent } from '../openapi/pet-content.ts';
import { newPetProperties } from '../openapi/schemas.ts';
import { failureResponse } from './failures.ts';
import { decodeIdempotencyKey } from './idempotency-key-header.ts';
import type { ApiOperation, OperationParts, ProtectedOperation } from './operation.ts';

const newPetBody = describeBody<NewPet>({
  mediaType: 'application/json',
  decode: decodeNewPet,
  what: 'The animal',
  // NewPet of the interface (docs/interface.md, section 2): generators for Go give that name to the constructor of Pet.
  schemaName: 'PetInput',
  schema: {
    type: 'object',
    description: 'An animal as a client sends it. Other fields, including `id`, are ignored.',
    required: ['name', 'categoryId'],
    properties: newPetProperties,
  },
  examples: {
    available: { value: { name: 'Rex', categoryId: 1, status: 'available' } },
    withoutStatus: { value: { name: 'Tom', categoryId: 2 } },
  },
});

// Both parts are read before either is refused, so that the client learns all violations at once.
const readCreation = (
  body: unknown,
  keyHeader: string | readonly string[] | undefined,
  apiKeyId: ApiKeyId,
): E.Either<readonly Violation[], readonly [NewPet, Idempotency | undefined]> => {
  const newPet = newPetBody.decode(body);
  const key = decodeIdempotencyKey(keyHeader);
  if (E.isRight(newPet) && E.isRight(key)) {
    return E.right([newPet.right, key.right && { scope: scopeOfApiKey(apiKeyId), key: key.right }]);
  }
  return E.left([...(E.isLeft(newPet) ? newPet.left.violations : []), ...(E.isLeft(key) ? [key.left] : [])]);
};

const create =
  ({ store: { addPet: add }, base, isGetPetRemoved, readJsonBody }: OperationParts): ProtectedOperation =>
  async (request, { apiKey, slot }) => {
    const body = await readJsonBody(request, slot, newPetBody);
    if (E.isLeft(body)) return body.left;
    const creation = readCreation(body.right, request.headers['idempotency-key'], apiKey.id);
    if (E.isLeft(creation)) return errors.invalidPet.of(creation.left);

    const outcome = await add(...creation.right)();
    if (E.isLeft(outcome)) return failureResponse(outcome.left);
    const { pet, replayed } = outcome.right;
    // Its text is not kept, because that takes longer than writing it.
    return jsonResponse(201, petJson(pet), [
      ...(isGetPetRemoved() ? [] : ['Location', `${base}/pets/${pet.id}`]),
      ...(replayed ? ['Idempotent-Replayed', 'true'] : []),
    ]);
  };

/**
 * `POST /v1/pets` (docs/interface.md, section 4.2), safe to retry with an `Idempotency-Key`. `Location` names the new
 * animal until `GET /v1/pets/{petId}` is removed.
 */
export const addPet: ApiOperation<'addPet'> = {
  operationId: 'addPet',
  method: 'post',
  path: '/pets',
  summary: 'Add an animal',
  description: [
    'Adds an animal and returns it with its new id.',
    'With an `Idempotency-Key` a retry is safe: the same key with the same animal (name, category and status) adds one ' +
      'animal and always gets the same 201. The same key with another animal gets 422. Without a key, a retry may add ' +
      'another animal.',
    'The body is checked in this order: media type and coding (415), size (413), content and `Idempotency-Key` (400, ' +
      'which names everything that is invalid).',
  ].join('\n\n'),
  parameters: parameterRefs('IdempotencyKey'),
  body: newPetBody,
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
  create,
};
