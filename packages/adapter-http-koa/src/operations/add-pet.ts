import { type ApiKeyId, scopeOfApiKey } from '@animal-store/access';
import { decodeNewPet, type Idempotency, type NewPet, petJson, type Violation } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type { JsonBody } from '../body/json-body.ts';
import { errors } from '../message/errors.ts';
import { jsonResponse } from '../message/json-response.ts';
import { failureResponse } from './failures.ts';
import { decodeIdempotencyKey } from './idempotency-key-header.ts';
import type { ApiOperation, OperationParts, ProtectedOperation } from './operation.ts';

const newPetBody: JsonBody<NewPet> = {
  mediaType: 'application/json',
  fieldNames: ['name', 'categoryId', 'status'],
  decode: decodeNewPet,
};

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
    const pet = outcome.right;
    // Its text is not kept, because that takes longer than writing it.
    return jsonResponse(201, petJson(pet), isGetPetRemoved() ? [] : ['Location', `${base}/pets/${pet.id}`]);
  };

/**
 * `POST /v1/pets` (docs/interface.md, section 4.2), safe to retry with an `Idempotency-Key`. `Location` names the new
 * animal until `GET /v1/pets/{petId}` is removed.
 */
export const addPet: ApiOperation<'addPet'> = { operationId: 'addPet', method: 'post', path: '/pets', create };
