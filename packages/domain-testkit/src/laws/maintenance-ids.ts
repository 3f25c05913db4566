import assert from 'node:assert/strict';
import { maxKeptPetId, withId } from '@animal-store/domain';
import { type Law, law } from '../law.ts';
import { succeed } from '../outcome.ts';
import type { PetMaintenanceFixture } from '../pet-maintenance-fixture.ts';
import { newPet, petId } from '../samples.ts';
import { addInTurn } from './all-pets.ts';

const insertAll = async ({ maintenance }: PetMaintenanceFixture, ids: readonly bigint[]): Promise<void> => {
  for (const id of ids) await succeed(maintenance.insertWithId(withId(petId(id), newPet(`animal ${id}`))));
};

const orders: readonly (readonly [string, readonly bigint[], bigint])[] = [
  ['ascending', [3n, 500n, 4_000n], 4_000n],
  ['descending', [4_000n, 500n, 3n], 4_000n],
  ['up to 2^52', [maxKeptPetId], maxKeptPetId],
];

export const maintenanceIds: readonly Law<PetMaintenanceFixture>[] = [
  ...orders.map(([order, ids, greatest]) =>
    law<PetMaintenanceFixture>(
      `a store that is opened after an import gives new animals greater ids than the kept ones, ${order}`,
      async (fresh) => {
        const fixture = await fresh();
        await insertAll(fixture, ids);
        const added = await addInTurn(await fixture.openPets(), [newPet('Tom'), newPet('Tim')]);
        for (const { id } of added) assert.ok(id > greatest, `saw the id ${id} after ${greatest}`);
      },
    ),
  ),
  law('the last id is 0 in an empty store', async (fresh) => {
    const { maintenance } = await fresh();
    assert.equal(await succeed(maintenance.lastId()), 0n);
  }),
  law('the last id is at least every id so far, and below those of a store that is opened next', async (fresh) => {
    const fixture = await fresh();
    await insertAll(fixture, [500n, 3n]);
    for (let opened = 0; opened < 3; opened++) {
      const before = await succeed(fixture.maintenance.lastId());
      const [{ id } = { id: 0n }] = await addInTurn(await fixture.openPets(), [newPet('Tom')]);
      const after = await succeed(fixture.maintenance.lastId());
      assert.ok(before >= 500n && before < id && id <= after, `saw ${before}, then the id ${id}, then ${after}`);
    }
  }),
];
