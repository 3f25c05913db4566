import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { maxInt64, type NewPet, type Pet, withId } from '@animal-store/domain';
import { option as O } from 'fp-ts';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { succeed } from '../core/outcome.ts';
import type { PetRepositoryFixture } from '../fixtures.ts';
import { newPet, petsByField, somePets } from '../samples.ts';
import { addInTurn, addPet, allPets } from './all-pets.ts';

/** The law that `add`, `find` and `list` return the given animals unchanged. */
const keepsPets = (name: string, given: readonly NewPet[]): Law<PetRepositoryFixture> =>
  lawOnEmpty(name, async ({ pets }) => {
    const expected: Pet[] = [];
    for (const one of given) {
      const added = await addPet(pets, one);
      const pet = withId(added.id, one);
      const found = await succeed(pets.find(added.id));
      assert.deepEqual({ added, found }, { added: pet, found: O.some(pet) });
      expected.push(pet);
    }
    assert.deepEqual(await allPets(pets), expected);
  });

const edges = [0n, 2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 62n, maxInt64].flatMap((edge) =>
  [edge - 1n, edge, -edge, -edge - 1n].map((id) => newPet('Rex', id)),
);

const names = [
  ...['', ' Rex ', '\tRex\r\n', '\u00a0Rex\u3000', '  ', '\ufeffRex', '\0', 'a\0b', '\0\0', '\u0001\u001f\u007f\u0085'],
  ...['\u00e9', 'e\u0301', '\ufb01', '\u212b', '\uac00', '\u1100\u1161', '🐕', '👩‍👩‍👧‍👦', '\u{10ffff}', '𝕽𝖊𝖝'],
  ...['\ufffd\ufffe\uffff', 'rex', 'REX', 'Rex', 'ß', 'SS', 'ı', 'I', "'; DROP TABLE pets; --", 'undefined'],
  ...'__proto__ constructor $set $ a.b . {"$gt":""} \\ \\0 null 007'.split(' '),
  ...['x'.repeat(1_000), '🐕'.repeat(1_000)],
];

export const petsFields: readonly Law<PetRepositoryFixture>[] = [
  // The first law: the others take the id that `add` returned for the right one.
  lawOnEmpty('an id is a bigint from 1 to 2^53 − 1', async ({ pets }) => {
    for (const { id } of await addInTurn(pets, somePets(5))) {
      assert.ok(typeof id === 'bigint', `add returned the id ${inspect(id)}, a ${typeof id}: decode it with PetId`);
      assert.ok(id >= 1n && id < 2n ** 53n, `saw the id ${id}`);
    }
  }),
  keepsPets('add, find and list return an animal with every field as it was, and with no other', [
    ...somePets(8),
    ...petsByField.flatMap(([, animals]) => animals),
    ...edges,
    Object.freeze({ ...newPet('Rex', 7n, 'sold'), id: 4711n, owner: 'Ann', _id: 4712n }),
  ]),
  keepsPets(
    'a name is kept as it was: empty, spaces, U+0000, not normalised, beyond U+FFFF, case, up to 1,000 characters',
    names.map((name) => newPet(name)),
  ),
];
