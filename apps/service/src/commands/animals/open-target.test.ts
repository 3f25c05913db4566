import type { Pet } from '@animal-store/domain';
import { either as E, task as T, taskEither as TE } from 'fp-ts';
import { expect, it } from 'vitest';
import { sqliteStore } from '../../stores/sqlite-store.ts';
import type { StoreKind } from '../../stores/store-kind.ts';
import { openForKeptIds } from './open-target.ts';

const pet = (id: bigint): Pet => ({ id, name: 'Rex', categoryId: 1n }) as Pet;

it('stores the animal with the highest id before all others, and once', async () => {
  const inserted: bigint[] = [];
  const maintenance = {
    insertWithId: ({ id }: Pet) =>
      TE.fromIO(() => {
        inserted.push(id);
        return 'inserted' as const;
      }),
    lastId: () => TE.right(0n),
  };
  const kind: StoreKind = { ...sqliteStore, openMaintenance: () => TE.right({ maintenance, close: T.of(undefined) }) };
  const target = await openForKeptIds({ kind, value: '' }, { line: 2, pet: pet(9n) })();
  expect(inserted).toEqual([9n]);
  if (E.isLeft(target)) throw new Error(target.left);
  const outcomes = [];
  for (const [index, id] of [1n, 9n, 2n].entries()) outcomes.push(await target.right.store(index + 1, pet(id)));
  expect([outcomes, inserted]).toEqual([
    ['added', 'added', 'added'],
    [9n, 1n, 2n],
  ]);
});
