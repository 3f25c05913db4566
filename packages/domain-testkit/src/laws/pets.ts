import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import {
  maxInt64,
  minInt64,
  type NewPet,
  type Pet,
  type PetId,
  type PetRange,
  type PetRepository,
  withId,
} from '@animal-store/domain';
import { option as O } from 'fp-ts';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { succeed } from '../core/outcome.ts';
import type { PetRepositoryFixture } from '../fixtures.ts';
import { newPet, petId, petsByField, somePets } from '../samples/pets.ts';
import { rangesOf } from '../samples/ranges.ts';
import { changesPast } from './changes-past.ts';
import { addInTurn, addPet, allPets, byId } from './pet-steps.ts';
import { petWrites, writesPast } from './pet-writes.ts';
import { inRange } from './plain-pets.ts';

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

/** Reads the pages of a range one after another, at most 50. */
const walk = async (
  pets: PetRepository,
  range: PetRange,
  onPage: (page: number) => Promise<void> = async () => {},
): Promise<readonly Pet[]> => {
  const seen: Pet[] = [];
  let after: PetId | undefined;
  for (let page = 0; page < 50; page++) {
    const found = await succeed(pets.list({ ...range, ...(after !== undefined && { after }) }));
    after = found.at(-1)?.id;
    if (after === undefined) break;
    seen.push(...found);
    await onPage(page);
  }
  return seen;
};

export const petsAlone: readonly Law<PetRepositoryFixture>[] = [
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
  lawOnEmpty('a list holds as many as its limit while there are more, in order of id, each time', async ({ pets }) => {
    const added = await addInTurn(pets, somePets(103));
    for (const limit of [1, 2, 20, 100, 101, 102, 103, 104, 102])
      assert.deepEqual(await succeed(pets.list({ limit })), added.slice(0, limit), `limit ${limit}`);
  }),
  lawOnEmpty(
    'a list has the animals of its range: after any id, of an animal or not, those that pass the filter, up to its limit',
    async ({ pets }) => {
      const added = await addInTurn(pets, [...somePets(4), ...petsByField.flatMap(([, animals]) => animals)]);
      for (const range of rangesOf([0, 1, 15, -2, -1].flatMap((n) => added.at(n)?.id ?? []))) {
        const list = await succeed(pets.list(range));
        assert.deepEqual({ range, list }, { range, list: inRange(range)(added) });
      }
    },
  ),
  lawOnEmpty('a walk from page to page sees each animal once, in order, while others are added', async ({ pets }) => {
    const expected = [...(await addInTurn(pets, somePets(12)))];
    const seen = await walk(pets, { limit: 3 }, async (page) => {
      if (page < 4) expected.push(await addPet(pets, newPet(`newcomer ${page}`, 1n, 'sold')));
    });
    assert.deepEqual(seen, expected);
  }),
  lawOnEmpty('a walk by any range has what one list of that range has, in its order', async ({ pets }) => {
    await addInTurn(pets, [...somePets(12), ...petsByField.flatMap(([, animals]) => animals)]);
    for (const range of rangesOf([]).filter(({ limit, after }) => limit === 2 && after === undefined)) {
      const all = await succeed(pets.list({ ...range, limit: 1000 }));
      assert.deepEqual({ range, walked: await walk(pets, range) }, { range, walked: all });
    }
  }),
  // Four waves, so that adapters that reserve ids in blocks reach the end of a block.
  lawOnEmpty(
    'of 100 adds at once each returns its own animal, and stores it under an id of its own that is greater than all before',
    async ({ pets }) => {
      const stored: Pet[] = [];
      for (let wave = 0; wave < 4; wave++) {
        const greatest = stored.at(-1)?.id ?? 0n;
        const given = somePets(100);
        const added = await Promise.all(given.map((one) => addPet(pets, one)));
        const animals = added.map(({ id: _, ...one }) => one);
        assert.deepEqual(animals, given);
        const ids = new Set(added.map(({ id }) => id)).size;
        assert.equal(ids, 100, `100 adds at once got ${ids} ids: let the store assign the ids, or let adds take turns`);
        for (const { id } of added) assert.ok(id > greatest, `saw the id ${id} after ${greatest}`);
        stored.push(...byId(added));
      }
      assert.deepEqual(await allPets(pets), stored);
    },
  ),
  lawOnEmpty('an id that no animal has finds none, however near it is or how alike its low bits', async ({ pets }) => {
    const added = await addInTurn(pets, somePets(3));
    const taken = new Set<bigint>(added.map(({ id }) => id));
    const near = added.flatMap(({ id }) => [id + 1n, id - 1n, -id, id + 2n ** 32n, id + 2n ** 53n, id + 2n ** 62n]);
    for (const id of [...near, minInt64, -1n, 0n, maxInt64].filter((candidate) => !taken.has(candidate)))
      assert.deepEqual({ id, found: await succeed(pets.find(petId(id))) }, { id, found: O.none });
  }),
  changesPast,
  lawOnEmpty('an id is not used again after its animal was removed', async ({ pets, ...fixture }) => {
    for (const { run } of [...writesPast(fixture), ...petWrites]) {
      const added = await addInTurn(pets, somePets(5));
      const last = added.at(-1)?.id ?? 0n;
      for (const pet of added) await run(pets, pet)();
      const { id } = await addPet(pets, newPet('Rex'));
      assert.ok(id > last, `the id ${id} was assigned after ${last}: the next id must not follow from the stored ones`);
    }
  }),
];
