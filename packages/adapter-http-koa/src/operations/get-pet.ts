import { either as E, option as O } from 'fp-ts';
import { errors } from '../message/errors.ts';
import { jsonResponse } from '../message/json-response.ts';
import { failureResponse } from './failures.ts';
import type { ApiOperation, OperationParts, ProtectedOperation } from './operation.ts';
import { readPetId } from './read-pet-id.ts';

const create =
  ({ store: { getPet: get }, isGetPetRemoved, textOf }: OperationParts): ProtectedOperation =>
  async ({ path }) => {
    if (isGetPetRemoved()) return errors.removedOperation.response;
    const id = readPetId(path);
    if (O.isNone(id)) return errors.unknownPet.response;
    const outcome = await get(id.value)();
    return E.isRight(outcome) ? jsonResponse(200, textOf(outcome.right)) : failureResponse(outcome.left);
  };

/** `GET /v1/pets/{petId}` (docs/interface.md, section 4.3), which returns 410 after its removal. */
export const getPet: ApiOperation<'getPet'> = { operationId: 'getPet', method: 'get', path: '/pets/{petId}', create };
