import type { Pet, PetId } from '@animal-store/domain';
import { expect, it } from 'vitest';
import { append, type PetList, pageAfter, withIdIn } from './pet-table.ts';

const petId = (id: number): PetId => BigInt(id) as PetId;

/** Every second id, in three chunks. */
const createList = (): PetList => {
  const made: PetList = [];
  for (let id = 2; id <= 40_000; id += 2) append(made, { id: petId(id), name: '', categoryId: 1n } as unknown as Pet);
  return made;
};
const list = createList();

const idsAfter = (after: number | undefined, limit: number): readonly number[] =>
  pageAfter(list, after === undefined ? undefined : petId(after), limit).map(({ id }) => Number(id));

it('has chunks of 8,192', () => {
  expect(createList().map(({ length }) => length)).toEqual([8192, 8192, 3616]);
});

it.each([
  ['from the first', undefined, [2, 4, 6]],
  ['after an id', 6, [8, 10, 12]],
  ['after an id that is not there', 7, [8, 10, 12]],
  ['over the end of a chunk', 16_380, [16_382, 16_384, 16_386]],
  ['after the last of a chunk', 16_384, [16_386, 16_388, 16_390]],
  ['at the end', 39_998, [40_000]],
  ['after the end', 40_000, []],
])('returns a page %s', (_, after, expected) => {
  expect(idsAfter(after, 3)).toEqual(expected);
});

it('returns a page out of more than two chunks', () => {
  const ids = idsAfter(16_382, 8194);
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([8194, 16_384, 32_770]);
});

it.each([
  [2, true],
  [3, false],
  [16_384, true],
  [16_386, true],
  [40_000, true],
  [1, false],
  [40_001, false],
])('finds %i: %s', (id, isThere) => {
  expect(withIdIn(list, petId(id))?.id).toBe(isThere ? petId(id) : undefined);
});
