import assert from 'node:assert/strict';
import { maxInt64, minInt64, type Pet, type PetId, passesFilter } from '@animal-store/domain';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { succeed } from '../core/outcome.ts';
import type { PetRepositoryFixture } from '../fixtures.ts';
import { newPet, petId, petsByField, someFilters, somePets } from '../samples.ts';
import { addInTurn, addPet } from './all-pets.ts';

export const petsList: readonly Law<PetRepositoryFixture>[] = [
  lawOnEmpty('a list holds as many as its limit while there are more, in order of id, each time', async ({ pets }) => {
    const added = await addInTurn(pets, somePets(103));
    for (const limit of [1, 2, 20, 100, 101, 102, 103, 104, 102])
      assert.deepEqual(await succeed(pets.list({ limit })), added.slice(0, limit), `limit ${limit}`);
  }),
  lawOnEmpty(
    'a list begins after any id, of an animal or not, and its limit counts the animals that pass the filter',
    async ({ pets }) => {
      const added = await addInTurn(pets, [...somePets(4), ...petsByField.flatMap(([, animals]) => animals)]);
      const last = added.at(-1)?.id ?? 0n;
      const others = [minInt64, -(2n ** 53n), -(2n ** 32n), -1n, 0n, last + 2n ** 32n, 2n ** 53n, 2n ** 62n, maxInt64];
      for (const filter of someFilters)
        for (const after of [undefined, ...added.map(({ id }) => id), ...others.map(petId)]) {
          const passing = added.filter(passesFilter(filter)).filter(({ id }) => after === undefined || id > after);
          for (const limit of [1, 2, 3, 100]) {
            const range = { limit, ...filter, ...(after !== undefined && { after }) };
            const list = await succeed(pets.list(range));
            assert.deepEqual({ range, list }, { range, list: passing.slice(0, limit) });
          }
        }
    },
  ),
  lawOnEmpty('a walk from page to page sees each animal once, in order, while others are added', async ({ pets }) => {
    const expected = [...(await addInTurn(pets, somePets(12)))];
    const seen: Pet[] = [];
    let after: PetId | undefined;
    for (let page = 0; page < 50; page++) {
      const found = await succeed(pets.list({ limit: 3, ...(after !== undefined && { after }) }));
      after = found.at(-1)?.id;
      if (after === undefined) break;
      seen.push(...found);
      if (page < 4) expected.push(await addPet(pets, newPet(`newcomer ${page}`, 1n, 'sold')));
    }
    assert.deepEqual(seen, expected);
  }),
];
