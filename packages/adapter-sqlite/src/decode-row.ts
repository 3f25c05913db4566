import type { SQLOutputValue } from 'node:sqlite';
import { type ApiKey, apiKeyOfColumns } from '@animal-store/access';
import { Pet, reasonsOf } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type * as t from 'io-ts';

/** The values of the columns of a row, of which the first is the id. */
export type Row = readonly SQLOutputValue[];

// The error names the id and the rules that are broken, and shows no other value: it goes to the log.
const decodeRow =
  <A>(table: string, decode: (row: Row) => t.Validation<A>) =>
  (row: Row): A => {
    const decoded = decode(row);
    if (E.isRight(decoded)) return decoded.right;
    throw new Error(`The row with the id ${row[0]} in ${table} cannot be read: ${reasonsOf(decoded.left)}`);
  };

/** The columns that `toPet` reads. */
export const petColumns = 'id, name, category_id, status';

/** Reads an animal, or throws. */
export const toPet: (row: Row) => Pet = decodeRow('pets', ([id, name, categoryId, status]) => {
  const pet = status === null ? { id, name, categoryId } : { id, name, categoryId, status };
  return Pet.is(pet) ? E.right(pet) : Pet.decode(pet);
});

/** The columns of an API key, in the order of `apiKeyOfColumns`. */
export const apiKeyColumns = 'id, label, digest, created, expires, revoked, last_used';

/** Reads an API key, or throws. */
export const toApiKey: (row: Row) => ApiKey = decodeRow('api_keys', apiKeyOfColumns);
