import assert from 'node:assert/strict';
import { idempotencyKeyReused, type NewPet, type Pet, type PetRepository, withId } from '@animal-store/domain';
import { either as E, option as O } from 'fp-ts';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { failWith, shown, succeed, succeedWith } from '../core/outcome.ts';
import { idempotency, newPet, petsByField, somePets } from '../samples.ts';
import { addInTurn, addPet, allPets, replayed } from './all-pets.ts';

const neighbours = (animals: readonly NewPet[]): readonly (readonly [NewPet, NewPet])[] =>
  animals.flatMap((other, index) => {
    const first = animals[index - 1];
    return first === undefined ? [] : [[first, other] as const];
  });

export const petsIdempotency: readonly Law<PetRepository>[] = [
  lawOnEmpty('the same animal under the same idempotency key is added once, and given each time', async (pets) => {
    const stored: Pet[] = [];
    const animals = [...somePets(8), ...petsByField.flatMap(([, ofField]) => ofField)];
    for (const [index, given] of animals.entries()) {
      const add = (): ReturnType<PetRepository['add']> => pets.add(given, idempotency(`key-${index}`));
      const again = add();
      const { pet: first, replayed: isReplayed } = await succeed(again);
      assert.equal(isReplayed, false, 'the first add with an idempotency key is not `replayed`');
      stored.push(withId(first.id, given));
      for (const one of [again, again, add()]) await succeedWith(one, replayed(withId(first.id, given)));
      await succeedWith(pets.find(first.id), O.some(withId(first.id, given)));
      assert.deepEqual(await allPets(pets), stored);
    }
  }),
  lawOnEmpty('an add with an idempotency key can be repeated long afterwards', async (pets) => {
    const first = await addPet(pets, newPet('Rex'), idempotency('k'));
    const others = await addInTurn(pets, somePets(20));
    const keyed = await addPet(pets, newPet('Pip'), idempotency('l'));
    await succeedWith(pets.add(newPet('Rex'), idempotency('k')), replayed(first));
    assert.deepEqual(await allPets(pets), [first, ...others, keyed]);
  }),
  lawOnEmpty('an add without an idempotency key adds anew whatever keys were used', async (pets) => {
    const keyed = await addPet(pets, newPet('Rex'), idempotency('k'));
    const bare = await addInTurn(pets, [newPet('Rex'), newPet('Rex')]);
    assert.deepEqual(await allPets(pets), [keyed, ...bare]);
    assert.equal(new Set([keyed, ...bare].map(({ id }) => id)).size, 3);
  }),
  lawOnEmpty(
    'animals that differ in one field are different: under a used idempotency key the other is refused and not added',
    async (pets) => {
      for (const [field, animals] of petsByField) {
        for (const [index, [first, other]] of neighbours(animals).entries()) {
          const used = idempotency(`${field}-${index}`);
          await addPet(pets, first, used);
          const before = await allPets(pets);
          const outcome = shown(await pets.add(other, used)());
          assert.deepEqual({ field, outcome }, { field, outcome: E.left(idempotencyKeyReused) });
          assert.deepEqual(await allPets(pets), before);
        }
      }
    },
  ),
  lawOnEmpty('a refused reuse leaves the record of the first animal as it was', async (pets) => {
    const first = await addPet(pets, newPet('Rex'), idempotency('k'));
    await failWith(pets.add(newPet('Pip'), idempotency('k')), idempotencyKeyReused);
    await succeedWith(pets.add(newPet('Rex'), idempotency('k')), replayed(first));
    await failWith(pets.add(newPet('Pip'), idempotency('k')), idempotencyKeyReused);
    assert.deepEqual(await allPets(pets), [first]);
  }),
];
