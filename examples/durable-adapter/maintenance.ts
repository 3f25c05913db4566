import { isImportablePetId, newPetEq, type PetMaintenance, petIdOutOfRange, petIdTaken } from '@animal-store/domain';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import { marksFor, petColumns, toPet, toPetValues } from './rows.ts';
import type { Database } from './run.ts';

export const createMaintenance = ({ query, change, read, write }: Database): PetMaintenance => ({
  insertWithId: (pet) => {
    const { id } = pet;
    const values = [id, ...toPetValues(pet)];
    if (!isImportablePetId(id)) return TE.left(petIdOutOfRange);
    return F.pipe(
      write(() => {
        const columns = `id, ${petColumns}`;
        const [stored] = query(`SELECT ${columns} FROM pets WHERE id = ?`, id).map(toPet);
        // AUTOINCREMENT goes on above the highest id, including one that is inserted here.
        if (stored === undefined) change(`INSERT INTO pets (${columns}) VALUES (${marksFor(columns)})`, ...values);
        return stored;
      }),
      TE.flatMapEither((stored) => {
        if (stored === undefined) return E.right('inserted' as const);
        return newPetEq.equals(stored, pet) ? E.right('present' as const) : E.left(petIdTaken);
      }),
    );
  },

  raiseLastId: (id) => {
    if (!isImportablePetId(id)) return TE.left(petIdOutOfRange);
    return write(() => {
      const raised = change("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'pets'", id);
      // The row exists from the first insert on.
      if (raised === 0n) change("INSERT INTO sqlite_sequence (name, seq) VALUES ('pets', ?)", id);
    });
  },

  lastId: () =>
    read(() => BigInt(query("SELECT seq FROM sqlite_sequence WHERE name = 'pets'")[0]?.['seq']?.toString() ?? 0)),
});
