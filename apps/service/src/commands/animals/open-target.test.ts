import type { Pet, PetId } from '@animal-store/domain';
import { either as E, task as T, taskEither as TE } from 'fp-ts';
import { expect, it } from 'vitest';
import { mongodbStore } from '../../stores/mongodb-store.ts';
import type { StoreKind } from '../../stores/store-kind.ts';
import { openForKeptIds } from './open-target.ts';

it('says which ids may be reserved, and raises the last id, before any animal is stored', async () => {
  const done: unknown[] = [];
  const note = <A>(what: string, result: A) =>
    TE.fromIO(() => {
      done.push(what);
      return result;
    });
  const maintenance = {
    insertWithId: ({ id }: Pet) => note(`insert ${id}`, 'inserted' as const),
    raiseLastId: (id: PetId) => note(`raise to ${id}`, undefined),
    lastId: () => TE.right(200n),
  };
  const kind: StoreKind = { ...mongodbStore, openMaintenance: () => TE.right({ maintenance, close: T.of(undefined) }) };
  const findIds = async (last: bigint) => {
    done.push(`read up to ${last}`);
    return { highest: 900n as PetId, upToLast: 3 };
  };
  const target = await openForKeptIds({ kind, value: '' }, findIds, (message) => done.push(message))();
  if (E.isLeft(target)) throw new Error(target.left);
  expect(await target.right.store(1, { id: 9n, name: 'Rex', categoryId: 1n } as Pet)).toBe('added');
  expect(done).toEqual([
    'read up to 200',
    '3 of the lines have ids up to 200, of which each service that runs now may have reserved 200: such a line is refused if a service has used its id',
    'raise to 900',
    'insert 9',
  ]);
});
