import { type ApiKeyId, scopeOfApiKey } from '@animal-store/access';
import { type AnimalStore, type Idempotency, type NewPet, petJson, type Violation } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { byteRefusals } from '../admission/refusals.ts';
import { bodyCost, type ReadJsonBody } from '../body/read-json-body.ts';
import { errors } from '../message/errors.ts';
import { jsonResponse } from '../message/json-response.ts';
import { failureResponse } from './failures.ts';
import { decodeIdempotencyKey } from './idempotency-key-header.ts';
import { newPetBody } from './new-pet-body.ts';
import type { ProtectedOperation } from './operation.ts';

interface Creation {
  readonly newPet: NewPet;
  readonly idempotency?: Idempotency;
}

// Both parts are read before either is refused, so that the client learns all violations at once.
const readCreation = (
  body: unknown,
  keyHeader: string | readonly string[] | undefined,
  apiKeyId: ApiKeyId,
): E.Either<readonly Violation[], Creation> => {
  const newPet = newPetBody.decode(body);
  const key = decodeIdempotencyKey(keyHeader);
  if (E.isRight(newPet) && E.isRight(key)) {
    if (key.right === undefined) return E.right({ newPet: newPet.right });
    return E.right({ newPet: newPet.right, idempotency: { scope: scopeOfApiKey(apiKeyId), key: key.right } });
  }
  return E.left([...(E.isLeft(newPet) ? newPet.left.violations : []), ...(E.isLeft(key) ? [key.left] : [])]);
};

/**
 * `POST /v1/pets` (docs/interface.md, section 4.2), safe to retry with an `Idempotency-Key`. `Location` names the new
 * animal until `GET /v1/pets/{petId}` is removed. No body is read while the budget of bytes is spent.
 */
export const addPetOperation =
  (
    addPet: AnimalStore['addPet'],
    base: string,
    isGetPetRemoved: () => boolean,
    readJsonBody: ReadJsonBody,
  ): ProtectedOperation =>
  async (request, { apiKey, slot }) => {
    const spent = slot.spent();
    if (spent !== undefined) return byteRefusals[spent];
    slot.hold(bodyCost(request.headers));

    const body = await readJsonBody(request, newPetBody);
    if (E.isLeft(body)) return body.left;
    const creation = readCreation(body.right, request.headers['idempotency-key'], apiKey.id);
    if (E.isLeft(creation)) return errors.invalidPet.of(creation.left);

    const outcome = await addPet(creation.right.newPet, creation.right.idempotency)();
    if (E.isLeft(outcome)) return failureResponse(outcome.left);
    const pet = outcome.right;
    // Its text is not kept, because that takes longer than writing it.
    return jsonResponse(201, petJson(pet), isGetPetRemoved() ? [] : ['Location', `${base}/pets/${pet.id}`]);
  };
