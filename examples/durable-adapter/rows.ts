import type { SQLOutputValue } from 'node:sqlite';
import { type ApiKey, apiKeyOfColumns } from '@animal-store/access';
import { Pet, type PetDetails, reasonsOf } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { petColumn } from './schema.ts';

export type Row = Record<string, SQLOutputValue>;

const petFields = Object.keys(petColumn) as (keyof PetDetails)[];

const columnOf = (field: keyof PetDetails): string => petColumn[field].replace(/ .*/, '');

export const petColumns = petFields.map(columnOf).join(', ');

/** A list of marks for the values of a list of columns: `?, ?`. */
export const marksFor = (columns: string): string => columns.replaceAll(/\w+/g, '?');

/** The values of `petColumns`. */
export const toPetValues = (pet: PetDetails) => petFields.map((field) => pet[field] ?? null);

/** Reads an animal from a row with `id` and `petColumns`, or throws an error that shows no value but the id. */
export const toPet = (row: Row): Pet => {
  const fields = petFields.map((field) => [field, row[columnOf(field)] ?? undefined]);
  const decoded = Pet.decode({ ...Object.fromEntries(fields), id: row['id'] });
  if (E.isRight(decoded)) return decoded.right;
  throw new Error(`The animal ${row['id']} cannot be read: ${reasonsOf(decoded.left)}`);
};

// In the order that `apiKeyOfColumns` expects.
export const apiKeyColumns = 'id, label, digest, created, expires, revoked, last_used';

/** Reads an API key from a row with `apiKeyColumns`, or throws. */
export const toApiKey = (row: Row): ApiKey => {
  const decoded = apiKeyOfColumns(Object.values(row));
  if (E.isRight(decoded)) return decoded.right;
  throw new Error(`The API key ${row['id']} cannot be read: ${reasonsOf(decoded.left)}`);
};
