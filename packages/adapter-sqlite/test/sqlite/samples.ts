import { ApiKey, scopeOfApiKey } from '@animal-store/access';
import {
  type Idempotency,
  IdempotencyKey,
  NewPet,
  type Pet,
  PetId,
  type PetRepository,
  type PetStatus,
} from '@animal-store/domain';
import { known } from '@animal-store/testkit/known';
import { either as E } from 'fp-ts';

export const petId: (id: bigint) => PetId = known(PetId);

export const newPet = (name: string, status?: PetStatus): NewPet =>
  known(NewPet)({ name, categoryId: 7, ...(status === undefined ? {} : { status }) });

export const apiKey = (id: string): ApiKey =>
  known(ApiKey)({ id, label: 'ci', digest: id.charCodeAt(0).toString(16).padStart(64, '0'), created: 1000 });

export const idempotency = (key: string): Idempotency => ({
  scope: scopeOfApiKey(apiKey('aaaaaaaa').id),
  key: known(IdempotencyKey)(key),
});

/** Adds an animal that must be added. */
export const add = async (pets: PetRepository, given: NewPet, used?: Idempotency): Promise<Pet> => {
  const added = await pets.add(given, used)();
  if (E.isLeft(added)) throw new Error(`not added: ${JSON.stringify(added.left)}`);
  return added.right.pet;
};
