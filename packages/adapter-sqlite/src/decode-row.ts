import type { SQLOutputValue } from 'node:sqlite';
import { type ApiKey, apiKeyOfColumns } from '@animal-store/access';
import { Pet, reasonsOf } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type * as t from 'io-ts';

export type Row = Readonly<Record<string, SQLOutputValue>>;

// The error names the id and the rules that are broken, and shows no other value: it goes to the log.
const decodeRow =
  <A>(table: string, decode: (row: Row) => t.Validation<A>) =>
  (row: Row): A => {
    const decoded = decode(row);
    if (E.isRight(decoded)) return decoded.right;
    throw new Error(`The row with the id ${row['id']} in ${table} cannot be read: ${reasonsOf(decoded.left)}`);
  };

/** The columns that `toPet` reads. */
export const petColumns = 'id, name, category_id AS categoryId, status';

const fieldsOf = ({ id, name, categoryId, status }: Row) =>
  ({ id, name, categoryId, status: status ?? undefined }) satisfies Record<keyof Pet, unknown>;

/** Reads an animal, or throws. */
export const toPet: (row: Row) => Pet = decodeRow('pets', (row) => Pet.decode(fieldsOf(row)));

/** The columns of an API key, in the order of `apiKeyOfColumns`. */
export const apiKeyColumns = 'id, label, digest, created, expires, revoked, last_used';

/** Reads an API key, or throws. */
export const toApiKey: (row: Row) => ApiKey = decodeRow('api_keys', (row) => apiKeyOfColumns(Object.values(row)));
