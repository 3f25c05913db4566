import { type AnimalStore, type Pet, PetId } from '@animal-store/domain';
import { either as E, option as O } from 'fp-ts';
import { errors } from '../message/errors.ts';
import { jsonResponse } from '../message/json-response.ts';
import { failureResponse } from './failures.ts';
import type { ProtectedOperation } from './operation.ts';

/** Reads the id at the end of a path. The router's own parameter is percent-decoded, so this reads the raw segment. */
const readPetId = (path: string): O.Option<PetId> => {
  const segment = path.slice(path.lastIndexOf('/') + 1);
  if (!/^-?(?:0|[1-9][0-9]{0,18})$/.test(segment)) return O.none;
  const id: unknown = BigInt(segment);
  return PetId.is(id) ? O.some(id) : O.none;
};

/**
 * `GET /v1/pets/{petId}` (docs/interface.md, section 4.3), which returns 410 after its removal. An id is valid only in
 * its canonical decimal form: `007`, `+7` and `%37` name no animal.
 */
export const getPetOperation =
  (getPet: AnimalStore['getPet'], isRemoved: () => boolean, textOf: (pet: Pet) => string): ProtectedOperation =>
  async ({ path }) => {
    if (isRemoved()) return errors.removedOperation.response;
    const id = readPetId(path);
    if (O.isNone(id)) return errors.unknownPet.response;
    const outcome = await getPet(id.value)();
    return E.isRight(outcome) ? jsonResponse(200, textOf(outcome.right)) : failureResponse(outcome.left);
  };
