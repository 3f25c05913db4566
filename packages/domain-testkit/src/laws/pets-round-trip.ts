import assert from 'node:assert/strict';
import { maxInt64, minInt64, type Pet, type PetRepository, petStatuses, withId } from '@animal-store/domain';
import fc from 'fast-check';
import { option as O } from 'fp-ts';
import { newPets } from '../arbitraries.ts';
import { type Law, law } from '../law.ts';
import { succeed } from '../outcome.ts';
import { newPet, somePets } from '../samples.ts';
import { allPets } from './all-pets.ts';
import { assertPetsKept, keepsPets } from './keeps-pets.ts';

const edges = [0n, 2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 62n].flatMap((edge) =>
  [edge - 1n, edge, edge + 1n].flatMap((id) => [id, -id]),
);

export const petsRoundTrip: readonly Law<PetRepository>[] = [
  law('add returns the animal with every field as it was', async (fresh) => {
    const pets = await fresh();
    for (const one of somePets(8)) {
      const added = await succeed(pets.add(one));
      assert.deepEqual(added, withId(added.id, one));
    }
  }),
  law('find returns an added animal with every field as it was', async (fresh) => {
    const pets = await fresh();
    for (const one of somePets(8)) {
      const { id } = await succeed(pets.add(one));
      assert.deepEqual(await succeed(pets.find(id)), O.some(withId(id, one)));
    }
  }),
  law('list returns an added animal with every field as it was', async (fresh) => {
    const pets = await fresh();
    const expected: Pet[] = [];
    for (const one of somePets(8)) expected.push(withId((await succeed(pets.add(one))).id, one));
    assert.deepEqual(await allPets(pets), expected);
  }),
  law('an animal without a status has none afterwards, not even an empty one', async (fresh) => {
    const pets = await fresh();
    const added = await succeed(pets.add(newPet('Rex')));
    const found = O.toNullable(await succeed(pets.find(added.id)));
    for (const pet of [added, found, ...(await allPets(pets))]) {
      assert.deepEqual(Object.keys(pet ?? {}).sort(), ['categoryId', 'id', 'name']);
    }
  }),
  keepsPets(
    'each status is kept',
    petStatuses.map((status) => newPet('Rex', 1n, status)),
  ),
  keepsPets(
    'a categoryId is kept exactly at every edge of the int64 range',
    [minInt64, minInt64 + 1n, ...edges, maxInt64 - 1n, maxInt64].map((id) => newPet('Rex', id)),
  ),
  law('keys that no animal has are not kept', async (fresh) => {
    const pets = await fresh();
    const rex = { ...newPet('Rex', 7n, 'sold'), id: 4711n, owner: 'Ann', _id: 4712n };
    const added = await succeed(pets.add(rex));
    const found = await succeed(pets.find(added.id));
    const expected = withId(added.id, newPet('Rex', 7n, 'sold'));
    assert.deepEqual({ added, found }, { added: expected, found: O.some(expected) });
    assert.deepEqual(await allPets(pets), [expected]);
    assert.notEqual(added.id, rex.id);
  }),
  law('any animals are kept as they were, whatever their fields', (fresh) =>
    fc.assert(
      fc.asyncProperty(fc.array(newPets, { minLength: 1, maxLength: 5 }), async (given) =>
        assertPetsKept(await fresh(), given),
      ),
      { numRuns: 40, includeErrorInReport: true },
    ),
  ),
];
