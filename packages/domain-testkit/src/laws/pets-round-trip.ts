import assert from 'node:assert/strict';
import { maxInt64, minInt64, type NewPet, type Pet, type PetRepository, withId } from '@animal-store/domain';
import fc from 'fast-check';
import { option as O } from 'fp-ts';
import { newPets } from '../arbitraries.ts';
import { checkProperty } from '../core/check-property.ts';
import { type Law, law, lawOnEmpty } from '../core/law.ts';
import { succeed } from '../core/outcome.ts';
import { newPet, petsByField, somePets } from '../samples.ts';
import { addPet, allPets } from './all-pets.ts';

/** Adds animals and checks that `add`, `find` and `list` return each unchanged. */
const assertPetsKept = async (pets: PetRepository, given: readonly NewPet[]): Promise<void> => {
  const expected: Pet[] = [];
  for (const one of given) {
    const added = await addPet(pets, one);
    const pet = withId(added.id, one);
    const found = await succeed(pets.find(added.id));
    assert.deepEqual({ added, found }, { added: pet, found: O.some(pet) });
    expected.push(pet);
  }
  assert.deepEqual(await allPets(pets), expected);
};

/** The law that the given animals are kept. */
const keepsPets = (name: string, given: readonly NewPet[]): Law<PetRepository> =>
  lawOnEmpty(name, (pets) => assertPetsKept(pets, given));

const edges = [0n, 2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 62n].flatMap((edge) =>
  [edge - 1n, edge, edge + 1n].flatMap((id) => [id, -id]),
);

export const petsRoundTrip: readonly Law<PetRepository>[] = [
  keepsPets('add, find and list return an animal with every field as it was', somePets(8)),
  lawOnEmpty('an animal without a status has none afterwards, not even an empty one', async (pets) => {
    const added = await addPet(pets, newPet('Rex'));
    const found = O.toNullable(await succeed(pets.find(added.id)));
    for (const pet of [added, found, ...(await allPets(pets))]) {
      assert.deepEqual(Object.keys(pet ?? {}).sort(), ['categoryId', 'id', 'name']);
    }
  }),
  keepsPets(
    'each field of an animal comes back',
    petsByField.flatMap(([, animals]) => animals),
  ),
  keepsPets(
    'a categoryId is kept exactly at every edge of the int64 range',
    [minInt64, minInt64 + 1n, ...edges, maxInt64 - 1n, maxInt64].map((id) => newPet('Rex', id)),
  ),
  lawOnEmpty('keys that no animal has are not kept', async (pets) => {
    const rex = { ...newPet('Rex', 7n, 'sold'), id: 4711n, owner: 'Ann', _id: 4712n };
    const added = await addPet(pets, rex);
    const found = await succeed(pets.find(added.id));
    const expected = withId(added.id, newPet('Rex', 7n, 'sold'));
    assert.deepEqual({ added, found }, { added: expected, found: O.some(expected) });
    assert.deepEqual(await allPets(pets), [expected]);
    assert.notEqual(added.id, rex.id);
  }),
  law('any animals are kept as they were, whatever their fields', (fresh) =>
    checkProperty(
      fc.array(newPets, { minLength: 1, maxLength: 5 }),
      async (given) => assertPetsKept(await fresh(), given),
      { numRuns: 40 },
    ),
  ),
];

const keepsNames = (name: string, names: readonly string[]): Law<PetRepository> =>
  keepsPets(
    name,
    names.map((text) => newPet(text)),
  );

export const petsNames: readonly Law<PetRepository>[] = [
  keepsNames('an empty name is kept', ['']),
  keepsNames('white space in a name is kept', [' Rex ', '\tRex\r\n', '\u00a0Rex\u3000', '  ', '\ufeffRex']),
  keepsNames('U+0000 and other control characters in a name are kept', [
    '\0',
    'a\0b',
    '\0\0',
    '\u0001\u001f\u007f\u0085',
  ]),
  keepsNames('a name is not normalised', ['\u00e9', 'e\u0301', '\ufb01', '\u212b', '\uac00', '\u1100\u1161']),
  keepsNames('characters beyond U+FFFF in a name are kept', [
    '🐕',
    '👩‍👩‍👧‍👦',
    '\u{10ffff}',
    '𝕽𝖊𝖝',
    '\ufffd\ufffe\uffff',
  ]),
  keepsNames('names that differ in case only are kept apart', ['rex', 'REX', 'Rex', 'ß', 'SS', 'ı', 'I']),
  keepsNames('names that mean something to a store or to JavaScript are kept', [
    ...'__proto__ constructor $set $ a.b . {"$gt":""}'.split(' '),
    "'; DROP TABLE pets; --",
    'null',
    'undefined',
    '007',
  ]),
  lawOnEmpty('names of 1,000 characters are kept', async (pets) => {
    for (const name of ['x'.repeat(1_000), '🐕'.repeat(1_000)]) {
      const { id } = await addPet(pets, newPet(name));
      const found = O.toNullable(await succeed(pets.find(id)));
      // Not deepEqual, because the difference of two such texts is unreadable.
      assert.ok(found?.name === name, `found a name of ${found?.name.length} characters for one of ${name.length}`);
    }
  }),
];
