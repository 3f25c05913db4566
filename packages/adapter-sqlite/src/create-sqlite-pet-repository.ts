import {
  type AnimalStore,
  idempotencyKeyReused,
  minInt64,
  NewPet,
  newPetEq,
  type Pet,
  type PetRepository,
} from '@animal-store/domain';
import { either as E, option as O } from 'fp-ts';
import { toPet } from './decode-row.ts';
import { noIdLeft } from './errors.ts';
import type { Reader } from './reader.ts';
import { columns, type Row } from './schema.ts';
import type { Writer } from './writer.ts';

type Added = Awaited<ReturnType<ReturnType<AnimalStore['addPet']>>>;

/** The queries of lists: each is one search of an index, as long as the list. */
export const listQueries: { readonly all: string; readonly ofStatus: string } = {
  all: `SELECT ${columns.pet} FROM pets WHERE id > ? ORDER BY id LIMIT ?`,
  ofStatus: `SELECT ${columns.pet} FROM pets WHERE status = ? AND id > ? ORDER BY id LIMIT ?`,
};

const firstAdded = ({ row, replayed }: { row: Row; replayed: boolean }, newPet: NewPet): Added => {
  const pet: Pet = toPet(row);
  return newPetEq.equals(pet, newPet) ? E.right({ pet, replayed }) : E.left(idempotencyKeyReused);
};

/** Creates a `PetRepository` on an SQLite file. */
export const createSqlitePetRepository = ({ prepare, read }: Reader, { write }: Writer): PetRepository => {
  const listAll = prepare(listQueries.all);
  const listOfStatus = prepare(listQueries.ofStatus);
  const findPet = prepare(`SELECT ${columns.pet} FROM pets WHERE id = ?`);
  const findCreation = prepare(`SELECT ${columns.creation} FROM creations WHERE scope = ? AND key = ?`);

  return {
    list: ({ limit, status, after = minInt64 }) =>
      read(() =>
        (status === undefined ? listAll(after, BigInt(limit)) : listOfStatus(status, after, BigInt(limit))).map(toPet),
      ),

    // A retry needs no write: its record is looked up first, and again inside the write.
    add: (given, idempotency) => async () => {
      // A copy: the caller may change the original before the comparison.
      const newPet = NewPet.encode(given);
      if (idempotency !== undefined) {
        const found = await read(() => findCreation(idempotency.scope, idempotency.key)[0])();
        if (E.isLeft(found)) return found;
        if (found.right !== undefined) return firstAdded({ row: found.right, replayed: true }, newPet);
      }
      const added = await write('addPet', { newPet, idempotency });
      if (E.isLeft(added)) return added;
      if (added.right === 'full') return E.left(noIdLeft());
      return firstAdded(added.right, newPet);
    },

    find: (id) => read(() => O.map(toPet)(O.fromNullable(findPet(id)[0]))),
  };
};
