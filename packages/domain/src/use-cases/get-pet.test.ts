import { known } from '@animal-store/testkit/known';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { petsWith } from '../../test/pets-with.ts';
import { repositoryUnavailable } from '../errors.ts';
import { Pet } from '../pet.ts';
import { PetId } from '../pet-id.ts';
import type { PetRepository } from '../pet-repository.ts';
import { createAnimalStore } from './animal-store.ts';
import { getPet } from './get-pet.ts';

const rex = known(Pet)({ id: 7, name: 'Rex', categoryId: 1 });
const id = known(PetId);

const finding = (find: PetRepository['find']): PetRepository => petsWith({ find });
const onlyRex = finding((wanted) => TE.right(wanted === rex.id ? O.some(rex) : O.none));

describe('getPet', () => {
  it('gives the animal with the id', async () => {
    expect(await getPet(onlyRex)(id(7n))()).toEqual(E.right(rex));
    expect(await createAnimalStore({ pets: onlyRex }).getPet(id(7n))()).toEqual(E.right(rex));
  });

  it('fails with PetNotFound when no animal has the id', async () => {
    expect(await getPet(onlyRex)(id(8n))()).toEqual(E.left({ _tag: 'PetNotFound' }));
  });

  it('gives the failure of the repository', async () => {
    const unavailable = repositoryUnavailable(new Error('no primary'));
    expect(await getPet(finding(() => TE.left(unavailable)))(id(7n))()).toEqual(E.left(unavailable));
  });
});
