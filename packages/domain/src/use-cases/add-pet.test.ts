import { known } from '@animal-store/testkit/known';
import { either as E, taskEither as TE } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { petsWith } from '../../test/pets-with.ts';
import { idempotencyKeyReused, repositoryFull, repositoryUnavailable } from '../errors.ts';
import { IdempotencyKey, IdempotencyScope } from '../idempotency.ts';
import { NewPet, withId } from '../pet.ts';
import { PetId } from '../pet-id.ts';
import type { PetRepository } from '../pet-repository.ts';
import { addPet } from './add-pet.ts';
import { createAnimalStore } from './animal-store.ts';

const rex = known(NewPet)({ name: 'Rex', categoryId: 7 });
const kept = withId(known(PetId)(1n), rex);
const idempotency = { scope: known(IdempotencyScope)('aaaaaaaa'), key: known(IdempotencyKey)('k') };

const repositoryWith = (outcome: ReturnType<PetRepository['add']>) => {
  const calls: unknown[][] = [];
  const repository = petsWith({
    add: (...given) => {
      calls.push(given);
      return outcome;
    },
  });
  return { calls, repository };
};

describe('addPet', () => {
  it('hands the animal and its idempotency key to the repository, and gives what it adds', async () => {
    const { calls, repository } = repositoryWith(TE.right(kept));
    expect(await addPet(repository)(rex, idempotency)()).toEqual(E.right(kept));
    expect(await createAnimalStore({ pets: repository }).addPet(rex)()).toEqual(E.right(kept));
    expect(calls).toEqual([
      [rex, idempotency],
      [rex, undefined],
    ]);
  });

  it.each([idempotencyKeyReused, repositoryFull, repositoryUnavailable('no primary')])(
    'gives the failure $_tag',
    async (failure) => {
      expect(await addPet(repositoryWith(TE.left(failure)).repository)(rex)()).toEqual(E.left(failure));
    },
  );
});
