import assert from 'node:assert/strict';
import type { PetId, PetRepository } from '@animal-store/domain';
import { option as O, taskEither as TE } from 'fp-ts';
import { expect, it } from 'vitest';
import { succeed } from '../src/core/outcome.ts';
import { lawOfUnfinished } from '../src/laws/durable-pets-unfinished.ts';
import { byId } from '../src/laws/pet-creations.ts';
import { petOperations, petsOn } from '../src/laws/pet-operations.ts';
import { createStore } from './correct-fixtures.ts';
import { createData, type Data } from './correct-repositories.ts';

// The port has no operation that removes an animal. This one stands for any write that a later version adds.
interface Withdrawing extends PetRepository {
  readonly withdraw: (id: PetId) => TE.TaskEither<never, void>;
}

const { check } = lawOfUnfinished<Withdrawing>({
  add: petOperations.add,
  withdraw: {
    unfinished: async (pets, { id }) => {
      await succeed(pets.withdraw(id));
      return async () => assert.ok(O.isNone(await succeed(pets.find(id))), 'the animal came back');
    },
  },
});

/** Stores an animal again when its creation is retried after its removal. */
const restoring = (data: Data): PetRepository => {
  const pets = petsOn(data);
  return {
    ...pets,
    add: (given, used) =>
      TE.tapIO(pets.add(given, used), (pet) => () => {
        if (!data.pets.some(({ id }) => id === pet.id)) data.pets = byId([...data.pets, pet]);
      }),
  };
};

it.each([
  ['leaves a removed animal away', petsOn, 'holds'],
  ['brings a removed animal back', restoring, 'replies are lost: the animal came back'],
])('The law of unfinished creations, of a retry that %s', async (_, petsOf, expected) => {
  const fresh = async () => {
    const data = createData();
    const withdraw: Withdrawing['withdraw'] = (id) =>
      TE.fromIO(() => {
        data.pets = data.pets.filter((pet) => pet.id !== id);
      });
    return createStore<Withdrawing>({ ...petsOf(data), withdraw }, (pets) => pets);
  };
  const outcome = await check(fresh).then(
    () => 'holds',
    ({ message }: Error) => message.split(' is broken: ')[1],
  );
  expect(outcome).toEqual(expected);
});
