import { type ApiKey, apiKeyOfColumns } from '@animal-store/access';
import { Pet, reasonsOf } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type * as t from 'io-ts';
import type { Row } from './schema.ts';

// Reads a row whole, or throws an error that names its id and the rule of every field that is wrong. It shows no other
// value: the error goes to the log.
const decodeRow =
  <A>(table: string, decode: (row: Row) => t.Validation<A>) =>
  (row: Row): A => {
    const decoded = decode(row);
    if (E.isRight(decoded)) return decoded.right;
    throw new Error(`The row with the id ${row[0]} in ${table} cannot be read: ${reasonsOf(decoded.left)}`);
  };

// SQLite has NULL for an absent value.
const present = (value: unknown): unknown => value ?? undefined;

/** The fields of an animal in a row. The type makes the compiler require every field here. */
const fieldsOf = ([id, name, categoryId, status]: Row) =>
  ({ id, name, categoryId, status: present(status) }) satisfies Record<keyof Pet, unknown>;

/** Reads an animal, or the animal in the record of a creation. */
export const toPet: (row: Row) => Pet = decodeRow('pets', (row) => Pet.decode(fieldsOf(row)));

/** Reads an API key. */
export const toApiKey: (row: Row) => ApiKey = decodeRow('api_keys', apiKeyOfColumns);
