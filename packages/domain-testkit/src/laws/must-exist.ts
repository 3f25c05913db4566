import assert from 'node:assert/strict';
import { type Law, lawOnEmpty } from '../core/law.ts';
import type { MustExistFixture } from '../fixtures.ts';

export const mustExistLaws: readonly Law<MustExistFixture>[] = [
  lawOnEmpty('a store that must exist is refused if it does not, and is not made', async ({ openExisting, make }) => {
    const before = [await openExisting(), await openExisting()];
    await make();
    assert.deepEqual([...before, await openExisting()], ['refused', 'refused', 'opened']);
  }),
];
