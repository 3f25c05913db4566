import assert from 'node:assert/strict';
import { idempotencyKeyReused, type NewPet, type PetRepository, withId } from '@animal-store/domain';
import { option as O } from 'fp-ts';
import { type Law, law, lawOnEmpty } from '../core/law.ts';
import { failWith, succeed, succeedWith } from '../core/outcome.ts';
import { idempotency, newPet, somePets } from '../samples.ts';
import { addInTurn, allPets } from './all-pets.ts';

/** Pairs of different animals: the second one is rejected with the key of the first one. */
type Pair = readonly [first: NewPet, other: NewPet];

const refuses = (name: string, pairs: readonly Pair[]): Law<PetRepository> =>
  law(name, async (fresh) => {
    const pets = await fresh();
    for (const [index, [first, other]] of pairs.entries()) {
      const used = idempotency(`key-${index}`);
      await succeed(pets.add(first, used));
      const before = await allPets(pets);
      await failWith(pets.add(other, used), idempotencyKeyReused);
      assert.deepEqual(await allPets(pets), before);
    }
  });

export const petsIdempotency: readonly Law<PetRepository>[] = [
  lawOnEmpty('the same animal under the same idempotency key is added once, and given each time', async (pets) => {
    for (const [index, given] of somePets(8).entries()) {
      const used = idempotency(`key-${index}`);
      const first = await succeed(pets.add(given, used));
      assert.deepEqual(first, withId(first.id, given));
      await succeedWith(pets.add(given, used), first);
      assert.equal((await allPets(pets)).length, index + 1);
    }
  }),
  lawOnEmpty('an add with an idempotency key can be repeated long afterwards', async (pets) => {
    const first = await succeed(pets.add(newPet('Rex'), idempotency('k')));
    const others = await addInTurn(pets, somePets(20));
    const keyed = await succeed(pets.add(newPet('Pip'), idempotency('l')));
    await succeedWith(pets.add(newPet('Rex'), idempotency('k')), first);
    assert.deepEqual(await allPets(pets), [first, ...others, keyed]);
  }),
  lawOnEmpty('one add with an idempotency key run twice adds one animal', async (pets) => {
    const add = pets.add(newPet('Rex'), idempotency('k'));
    const first = await succeed(add);
    await succeedWith(add, first);
    assert.deepEqual(await allPets(pets), [first]);
  }),
  lawOnEmpty('an animal added with an idempotency key shows nothing of the key', async (pets) => {
    const first = await succeed(pets.add(newPet('Rex', 7n, 'sold'), idempotency('k')));
    const again = await succeed(pets.add(newPet('Rex', 7n, 'sold'), idempotency('k')));
    const found = await succeed(pets.find(first.id));
    const expected = withId(first.id, newPet('Rex', 7n, 'sold'));
    assert.deepEqual({ first, again, found }, { first: expected, again: expected, found: O.some(expected) });
    assert.deepEqual(await allPets(pets), [expected]);
  }),
  lawOnEmpty('an add without an idempotency key adds anew whatever keys were used', async (pets) => {
    const keyed = await succeed(pets.add(newPet('Rex'), idempotency('k')));
    const bare = await addInTurn(pets, [newPet('Rex'), newPet('Rex')]);
    assert.deepEqual(await allPets(pets), [keyed, ...bare]);
    assert.equal(new Set([keyed, ...bare].map(({ id }) => id)).size, 3);
  }),
  refuses('an animal of another name under a used idempotency key is refused and not added', [
    [newPet('Rex'), newPet('Pip')],
    [newPet('rex'), newPet('Rex')],
    [newPet('\u00e9'), newPet('e\u0301')],
    [newPet('Rex'), newPet('Rex ')],
    [newPet('Rex'), newPet('Rex\0')],
    [newPet(''), newPet('\0')],
  ]),
  refuses('an animal of another category under a used idempotency key is refused and not added', [
    [newPet('Rex', 1n), newPet('Rex', 2n)],
    [newPet('Rex', 1n), newPet('Rex', -1n)],
    [newPet('Rex', 2n ** 53n), newPet('Rex', 2n ** 53n + 1n)],
    [newPet('Rex', 1n), newPet('Rex', 1n + 2n ** 32n)],
  ]),
  refuses('an animal of another status, or of none, under a used idempotency key is refused and not added', [
    [newPet('Rex', 1n, 'available'), newPet('Rex', 1n, 'sold')],
    [newPet('Rex', 1n, 'available'), newPet('Rex', 1n)],
    [newPet('Rex', 1n), newPet('Rex', 1n, 'available')],
  ]),
  lawOnEmpty('a refused reuse leaves the record of the first animal as it was', async (pets) => {
    const first = await succeed(pets.add(newPet('Rex'), idempotency('k')));
    await failWith(pets.add(newPet('Pip'), idempotency('k')), idempotencyKeyReused);
    await succeedWith(pets.add(newPet('Rex'), idempotency('k')), first);
    await failWith(pets.add(newPet('Pip'), idempotency('k')), idempotencyKeyReused);
    assert.deepEqual(await allPets(pets), [first]);
  }),
];
