import { isImportablePetId, newPetEq, type PetMaintenance, petIdOutOfRange, petIdTaken } from '@animal-store/domain';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import { marksFor, petColumns, toPet, toPetValues } from './rows.ts';
import type { Database } from './run.ts';

/** Creates a `PetMaintenance` on an SQLite file. */
export const createMaintenance = ({ prepare, read, write }: Database): PetMaintenance => {
  const findPet = prepare(`SELECT id, ${petColumns} FROM pets WHERE id = ?`);
  // AUTOINCREMENT continues above the highest id, including one that is inserted here.
  const insertPet = prepare(`INSERT INTO pets (id, ${petColumns}) VALUES (?, ${marksFor(petColumns)})`);
  // AUTOINCREMENT also continues above the highest id if another program has removed or lowered the one in its own table.
  const findLastId = prepare(
    `SELECT max(
      coalesce((SELECT max(id) FROM pets), 0),
      coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'pets'), 0))`,
  );
  const raiseLastId = prepare("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'pets'");
  const insertLastId = prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('pets', ?)");

  return {
    insertWithId: (given) => () => {
      // A copy: the caller may change the original before the commit.
      const pet = { ...given };
      if (!isImportablePetId(pet.id)) return TE.left(petIdOutOfRange)();
      return F.pipe(
        write(() => {
          const found = findPet.get(pet.id);
          if (found !== undefined) return toPet(found);
          insertPet.run(pet.id, ...toPetValues(pet));
          return undefined;
        }),
        TE.flatMapEither((found) => {
          if (found === undefined) return E.right('inserted' as const);
          return newPetEq.equals(found, pet) ? E.right('present' as const) : E.left(petIdTaken);
        }),
      )();
    },

    raiseLastId: (id) => {
      if (!isImportablePetId(id)) return TE.left(petIdOutOfRange);
      return write(() => {
        // The row exists from the first animal on.
        if (raiseLastId.run(id).changes === 0n) insertLastId.run(id);
      });
    },

    lastId: () => read(() => BigInt(String(findLastId.get()?.[0]))),
  };
};
