import { isKeptPetId, newPetEq, Pet, type PetMaintenance, petIdOutOfRange, petIdTaken } from '@animal-store/domain';
import { either as E, taskEither as TE } from 'fp-ts';
import { toPet } from './decode-row.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

/** Creates a `PetMaintenance` on an SQLite file. */
export const createSqlitePetMaintenance = ({ prepare, read }: Reader, { write }: Writer): PetMaintenance => {
  const findSequence = prepare("SELECT seq FROM sqlite_sequence WHERE name = 'pets'");

  return {
    insertWithId: (given) => async () => {
      if (!isKeptPetId(given.id)) return E.left(petIdOutOfRange);
      // A copy: the caller may change the original before the comparison.
      const pet = Pet.encode(given);
      const written = await write('insertPet', pet);
      if (E.isLeft(written)) return written;
      if (written.right === undefined) return E.right('inserted');
      return newPetEq.equals(toPet(written.right), pet) ? E.right('present') : E.left(petIdTaken);
    },

    raiseLastId: (id) => (isKeptPetId(id) ? () => write('raiseLastId', id) : TE.left(petIdOutOfRange)),

    lastId: () => read(() => (findSequence()[0]?.[0] as bigint | undefined) ?? 0n),
  };
};
