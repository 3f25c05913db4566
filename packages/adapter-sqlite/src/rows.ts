import type { SQLOutputValue } from 'node:sqlite';
import { type ApiKey, apiKeyOfColumns } from '@animal-store/access';
import { Pet, type PetDetails, reasonsOf } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type * as t from 'io-ts';
import { apiKeyColumn, petColumn } from './schema.ts';

/** Values of columns. In a row that is read, the first is the id. */
export type Row = readonly SQLOutputValue[];

// The error names the id and the rules that are broken, and shows no other value: it goes to the log.
const decodeRow =
  <A>(table: string, decode: (row: Row) => t.Validation<A>) =>
  (row: Row): A => {
    const decoded = decode(row);
    if (E.isRight(decoded)) return decoded.right;
    throw new Error(`The row with the id ${row[0]} in ${table} cannot be read: ${reasonsOf(decoded.left)}`);
  };

/** A list of marks for the values of a list of columns: `?, ?`. */
export const marksFor = (columns: string): string => columns.replaceAll(/\w+/g, '?');

const petFields = Object.keys(petColumn) as (keyof PetDetails)[];

/** The columns of an animal besides its id, in the tables `pets` and `creations`. */
export const petColumns: string = Object.values(petColumn).join(', ');

/** The values of `petColumns`. */
export const toPetValues = (pet: PetDetails): Row => petFields.map((field) => pet[field] ?? null);

/** Reads an animal from its id and `petColumns`, or throws. */
export const toPet: (row: Row) => Pet = decodeRow('pets', (row) => {
  const pet: Record<string, unknown> = { id: row[0] };
  for (let n = 0; n < petFields.length; n++) if (row[n + 1] !== null) pet[petFields[n] as string] = row[n + 1];
  return Pet.is(pet) ? E.right(pet) : Pet.decode(pet);
});

const apiKeyFields = Object.keys(apiKeyColumn) as (keyof ApiKey)[];

/** The columns of an API key. */
export const apiKeyColumns: string = Object.values(apiKeyColumn).join(', ');

/** The values of `apiKeyColumns`. */
export const toApiKeyValues = (key: ApiKey): Row => apiKeyFields.map((field) => key[field] ?? null);

/** Reads an API key from `apiKeyColumns`, or throws. */
export const toApiKey: (row: Row) => ApiKey = decodeRow('api_keys', apiKeyOfColumns);
