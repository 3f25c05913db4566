import { known } from '@animal-store/testkit/known';
import { either as E, taskEither as TE } from 'fp-ts';
import { describe, expect, it } from 'vitest';
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

const unused = (): never => {
  throw new Error('addPet adds only');
};

const repositoryWith = (outcome: ReturnType<PetRepository['add']>) => {
  const calls: unknown[][] = [];
  const repository: PetRepository = {
    add: (...given) => {
      calls.push(given);
      return outcome;
    },
    list: unused,
    find: unused,
  };
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
