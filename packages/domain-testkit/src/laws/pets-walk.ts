import assert from 'node:assert/strict';
import { hasStatus, type Pet, type PetId, type PetRepository, type PetStatus } from '@animal-store/domain';
import { type Law, law } from '../law.ts';
import { succeed } from '../outcome.ts';
import { newPet, somePets } from '../samples.ts';
import { addInTurn } from './all-pets.ts';

interface Walk {
  readonly limit: number;
  readonly status?: PetStatus;
  /** What happens between two pages. */
  readonly meanwhile?: (page: number) => Promise<unknown>;
}

const mostPages = 200;

/** Reads page after page until one is empty. */
const walk = async (pets: PetRepository, { limit, status, meanwhile }: Walk): Promise<readonly Pet[]> => {
  const seen: Pet[] = [];
  const filter = status === undefined ? {} : { status };
  let after: PetId | undefined;
  for (let page = 0; page < mostPages; page++) {
    const found = await succeed(pets.list({ limit, ...filter, ...(after === undefined ? {} : { after }) }));
    const last = found.at(-1);
    if (last === undefined) return seen;
    seen.push(...found);
    after = last.id;
    await meanwhile?.(page);
  }
  return assert.fail(`the walk did not end within ${mostPages} pages`);
};

export const petsWalk: readonly Law<PetRepository>[] = [
  law('a walk with pages of any size sees each animal once, in order', async (fresh) => {
    const pets = await fresh();
    const added = await addInTurn(pets, somePets(23));
    for (const limit of [1, 2, 7, 22, 23, 24]) assert.deepEqual(await walk(pets, { limit }), added);
  }),
  law('a walk through one status sees each animal of it once, in order', async (fresh) => {
    const pets = await fresh();
    const added = await addInTurn(pets, somePets(23));
    for (const limit of [1, 2, 5, 6]) {
      assert.deepEqual(await walk(pets, { limit, status: 'sold' }), added.filter(hasStatus('sold')));
    }
  }),
  law('a walk sees each animal once, in order, while others are added', async (fresh) => {
    const pets = await fresh();
    const before = await addInTurn(pets, somePets(12));
    const later: Pet[] = [];
    const meanwhile = async (page: number): Promise<void> => {
      if (page < 4) later.push(await succeed(pets.add(newPet(`newcomer ${page}`, 1n, 'sold'))));
    };
    const seen = await walk(pets, { limit: 3, meanwhile });
    assert.deepEqual(seen, [...before, ...later]);
  }),
  law('reading changes nothing: the same list read twice is the same', async (fresh) => {
    const pets = await fresh();
    const added = await addInTurn(pets, somePets(6));
    for (let time = 0; time < 3; time++) {
      assert.deepEqual(await succeed(pets.list({ limit: 4 })), added.slice(0, 4));
      for (const { id } of added) await succeed(pets.find(id));
    }
  }),
];
