import type { AnimalStore, Pet } from '@animal-store/domain';
import { either as E, option as O } from 'fp-ts';
import { errors } from '../message/errors.ts';
import { jsonResponse } from '../message/json-response.ts';
import { failureResponse } from './failures.ts';
import type { ProtectedOperation } from './operation.ts';
import { readPetId } from './read-pet-id.ts';

/** `GET /v1/pets/{petId}` (docs/interface.md, section 4.3), which returns 410 after its removal. */
export const getPetOperation =
  (getPet: AnimalStore['getPet'], isRemoved: () => boolean, textOf: (pet: Pet) => string): ProtectedOperation =>
  async ({ path }) => {
    if (isRemoved()) return errors.removedOperation.response;
    const id = readPetId(path);
    if (O.isNone(id)) return errors.unknownPet.response;
    const outcome = await getPet(id.value)();
    return E.isRight(outcome) ? jsonResponse(200, textOf(outcome.right)) : failureResponse(outcome.left);
  };
