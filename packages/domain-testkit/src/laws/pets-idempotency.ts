import assert from 'node:assert/strict';
import { type Idempotency, idempotencyKeyReused, type Pet, type PetRepository, withId } from '@animal-store/domain';
import { either as E, option as O, readonlyArray as RA } from 'fp-ts';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { failWith, shown, succeed, succeedWith } from '../core/outcome.ts';
import type { PetRepositoryFixture } from '../fixtures.ts';
import { idempotency, newPet, otherPet, petsByField, somePets } from '../samples/pets.ts';
import { addPet, allPets, replayed } from './pet-steps.ts';
import { petWrites, writesPast } from './pet-writes.ts';

const visibleAscii = RA.makeBy(0x7f - 0x21, (n) => String.fromCharCode(0x21 + n));

/** Keys that a store might take for one another: by case, length, meaning, or where the scope ends and the key begins. */
const manyKeys: readonly Idempotency[] = [
  ...[...visibleAscii, 'abc', 'ABC', 'aBc', 'x'.repeat(254), 'x'.repeat(255), `${'x'.repeat(254)}y`],
  ...'__proto__ constructor toString $set $where a.b 00 -0 1e0 null'.split(' '),
  ...[':b', '.b', '/b', 'ab', 'aaaaaaaa', 'aaaaaaaab', 'aaaaaaaa:b', 'aaaaaaaa.b', 'baaaaaaaa', 'bbbbbbbb', '"b"'],
].flatMap((key) => [idempotency(key), idempotency(key, 'aaaaaaab'), idempotency(key, 'bbbbbbbb')]);

export const petsIdempotency: readonly Law<PetRepositoryFixture>[] = [
  lawOnEmpty('the same animal under the same idempotency key is added once, and given each time', async ({ pets }) => {
    const stored: Pet[] = [];
    const animals = [...somePets(8), ...petsByField.flatMap(([, ofField]) => ofField)];
    for (const [index, given] of animals.entries()) {
      const add = (): ReturnType<PetRepository['add']> => pets.add(given, idempotency(`key-${index}`));
      const again = add();
      const { pet, replayed: isReplayed } = await succeed(again);
      assert.equal(isReplayed, false, 'the first add with an idempotency key says that it is `replayed`');
      const first = withId(pet.id, given);
      stored.push(first);
      for (const one of [again, again, add()]) await succeedWith(one, replayed(first));
      await succeedWith(pets.find(pet.id), O.some(first));
      assert.deepEqual(await allPets(pets), stored);
    }
  }),
  lawOnEmpty(
    'animals that differ in one field are different: under a used idempotency key the other is refused and not added',
    async ({ pets }) => {
      for (const [field, animals] of petsByField)
        for (const [index, [given, other]] of RA.zip(animals.slice(1))(animals).entries()) {
          const used = idempotency(`${field}-${index}`);
          const first = await addPet(pets, given, used);
          const before = await allPets(pets);
          const outcome = shown(await pets.add(other, used)());
          assert.deepEqual({ field, outcome }, { field, outcome: E.left(idempotencyKeyReused) });
          await succeedWith(pets.add(given, used), replayed(first));
          assert.deepEqual(await allPets(pets), before);
        }
    },
  ),
  lawOnEmpty(
    'each idempotency key of each API key is a key of its own, up to its 255th character',
    async ({ pets }) => {
      const named = manyKeys.map((used, index) => ({ used, given: newPet(`animal ${index}`) }));
      const addAll = () => Promise.all(named.map(({ used, given }) => pets.add(given, used)()));
      const nameOf = E.match(
        ({ _tag }: { readonly _tag: string }) => _tag,
        ({ pet }: { readonly pet: Pet }) => pet.name,
      );
      for (const outcomes of [await addAll(), await addAll()])
        for (const [index, { used, given }] of named.entries()) {
          const outcome = outcomes[index] ?? assert.fail('every add has an outcome');
          assert.deepEqual({ ...used, outcome: nameOf(outcome) }, { ...used, outcome: given.name });
        }
      assert.equal((await allPets(pets)).length, manyKeys.length);
    },
  ),
  lawOnEmpty(
    'of 100 adds at once under one idempotency key one adds, and everyone gets its animal',
    async ({ pets }) => {
      const adds = RA.replicate(100, pets.add(newPet('Rex'), idempotency('k')));
      const outcomes = await Promise.all(adds.map(succeed));
      const ids = new Set(outcomes.map(({ pet }) => pet.id)).size;
      assert.equal(
        ids,
        1,
        `${ids} animals were added: look for the key in the transaction that adds, or use a unique index`,
      );
      const first = outcomes.filter(({ replayed }) => !replayed);
      assert.equal(
        first.length,
        1,
        `${first.length} adds are not \`replayed\`: only the one that makes the record is not`,
      );
      assert.deepEqual(await allPets(pets), [first[0]?.pet]);
    },
  ),
  lawOnEmpty(
    'a retry returns what was first returned after the animal was changed, and after it was removed',
    async ({ pets, ...fixture }) => {
      for (const [index, { run, after }] of [...writesPast(fixture), ...petWrites].entries()) {
        const [given, used] = [newPet(`animal ${index}`, 7n, 'available'), idempotency(`${index}`)];
        const first = await addPet(pets, given, used);
        for (const _ of ['first', 'repeated']) {
          await succeed(run(pets, first));
          await succeedWith(pets.add(given, used), replayed(first));
          await failWith(pets.add(otherPet, used), idempotencyKeyReused);
          const stored = await allPets(pets);
          assert.deepEqual(
            stored.filter(({ id, name }) => id === first.id || name === first.name),
            after(first),
          );
        }
      }
    },
  ),
];
