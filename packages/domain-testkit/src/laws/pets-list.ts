import assert from 'node:assert/strict';
import {
  hasStatus,
  maxInt64,
  minInt64,
  type Pet,
  type PetId,
  type PetRepository,
  type PetStatus,
  petStatuses,
} from '@animal-store/domain';
import { option as O } from 'fp-ts';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { succeed, succeedWith } from '../core/outcome.ts';
import { newPet, petId, somePets } from '../samples.ts';
import { addInTurn, addPet } from './all-pets.ts';

export const petsList: readonly Law<PetRepository>[] = [
  lawOnEmpty('an empty store lists and finds no animal', async (pets) => {
    await succeedWith(pets.list({ limit: 1 }), []);
    for (const status of petStatuses) await succeedWith(pets.list({ limit: 100, status }), []);
    for (const id of [minInt64, -1n, 0n, 1n, 2n, maxInt64]) await succeedWith(pets.find(petId(id)), O.none);
  }),
  lawOnEmpty('a list holds exactly as many as its limit while there are more, and the first of them', async (pets) => {
    const added = await addInTurn(pets, somePets(103));
    for (const limit of [1, 2, 20, 100, 101, 102]) {
      assert.deepEqual(await succeed(pets.list({ limit })), added.slice(0, limit), `limit ${limit}`);
    }
  }),
  lawOnEmpty('a list with a limit for all holds every animal in order of id, each time it is read', async (pets) => {
    const added = await addInTurn(pets, somePets(12));
    for (const limit of [12, 13, 101, 12]) await succeedWith(pets.list({ limit }), added);
  }),
  lawOnEmpty('a list after an id begins with the next animal, not with that one', async (pets) => {
    const added = await addInTurn(pets, somePets(6));
    for (const [index, { id }] of added.entries()) {
      await succeedWith(pets.list({ limit: 100, after: id }), added.slice(index + 1));
    }
  }),
  lawOnEmpty('a list after an id below all is the whole list', async (pets) => {
    const added = await addInTurn(pets, somePets(4));
    for (const after of [minInt64, -(2n ** 53n), -(2n ** 32n), -1n, 0n].map(petId)) {
      assert.deepEqual(await succeed(pets.list({ limit: 100, after })), added, `after ${after}`);
    }
  }),
  lawOnEmpty('a list after an id above all is empty', async (pets) => {
    const added = await addInTurn(pets, somePets(4));
    const last = added.at(-1)?.id ?? petId(0n);
    for (const after of [last + 1n, last + 2n ** 32n, 2n ** 53n, 2n ** 62n, maxInt64].map(petId)) {
      assert.deepEqual(await succeed(pets.list({ limit: 100, after })), [], `after ${after}`);
    }
  }),
  lawOnEmpty('a list of a status holds exactly the animals of that status', async (pets) => {
    const added = await addInTurn(pets, somePets(16));
    for (const status of petStatuses) {
      await succeedWith(pets.list({ limit: 100, status }), added.filter(hasStatus(status)));
    }
  }),
  lawOnEmpty('status, after and limit hold together: the limit counts the animals that pass', async (pets) => {
    const added = await addInTurn(pets, somePets(16));
    for (const status of petStatuses) {
      for (const after of [undefined, ...added.map(({ id }) => id)]) {
        const passing = added.filter(hasStatus(status)).filter(({ id }) => after === undefined || id > after);
        for (const limit of [1, 2, 3, 4]) {
          await succeedWith(
            pets.list({ limit, status, ...(after === undefined ? {} : { after }) }),
            passing.slice(0, limit),
          );
        }
      }
    }
  }),
];

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
  lawOnEmpty('a walk with pages of any size, also of one status, sees each animal once, in order', async (pets) => {
    const added = await addInTurn(pets, somePets(23));
    for (const limit of [1, 2, 5, 6, 22, 23, 24]) {
      assert.deepEqual(await walk(pets, { limit }), added);
      assert.deepEqual(await walk(pets, { limit, status: 'sold' }), added.filter(hasStatus('sold')));
    }
  }),
  lawOnEmpty('a walk sees each animal once, in order, while others are added', async (pets) => {
    const before = await addInTurn(pets, somePets(12));
    const later: Pet[] = [];
    const meanwhile = async (page: number): Promise<void> => {
      if (page < 4) later.push(await addPet(pets, newPet(`newcomer ${page}`, 1n, 'sold')));
    };
    const seen = await walk(pets, { limit: 3, meanwhile });
    assert.deepEqual(seen, [...before, ...later]);
  }),
];
