import { type ApiKey, apiKeyOfColumns } from '@animal-store/access';
import { type NewPet, Pet, reasonsOf } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type * as t from 'io-ts';
import type { Row } from './pool.ts';
import { apiKeyColumns, petColumns } from './schema.ts';

const wordsOf = (columns: Readonly<Record<string, string>>, index: number): readonly string[] =>
  Object.values(columns).map((column) => column.split(' ')[index] ?? '');

const fields = Object.keys(petColumns) as readonly (keyof NewPet)[];
const apiKeyFields = Object.keys(apiKeyColumns) as readonly (keyof ApiKey)[];

/** The columns of an animal besides its id, and their types. */
export const detailNames: readonly string[] = wordsOf(petColumns, 0);
export const detailTypes: readonly string[] = wordsOf(petColumns, 1);

/** The columns of an animal, in the order in which `toPet` reads them, and those of an API key. */
export const petNames: string = ['id', ...detailNames].join(', ');
export const apiKeyNames: string = wordsOf(apiKeyColumns, 0).join(', ');

/** The placeholders of the values of these columns, from `$1` on. */
export const placeholders = (names: string): string =>
  names
    .split(',')
    .map((_, index) => `$${index + 1}`)
    .join(', ');

// A name may contain U+0000, which the type `text` cannot hold: it is stored as `\0`, and a backslash as `\\`. All other
// characters are stored as they are, so that people can read and search names.
const toStoredName = (name: string): string => name.replaceAll('\\', '\\\\').replaceAll('\0', '\\0');

// A backslash before another character stays: a person may have written it.
const fromStoredName = (stored: string): string =>
  stored.includes('\\') ? stored.replaceAll(/\\([\\0])/g, (_, kind) => (kind === '0' ? '\0' : '\\')) : stored;

/** The values of `detailNames`. PostgreSQL has NULL for an absent one. */
export const toDetails = (pet: Omit<Pet, 'id'>): readonly unknown[] =>
  fields.map((field) => (field === 'name' ? toStoredName(pet.name) : (pet[field] ?? null)));

/** The values of `apiKeyNames`. */
export const toApiKeyRow = (key: ApiKey): readonly unknown[] => apiKeyFields.map((field) => key[field] ?? null);

// Throws an error that names the id of the row and the rule of every field that is wrong. It shows no other value: the
// error goes to the log.
const getOrThrow = <A>(table: string, [id]: Row, decoded: t.Validation<A>): A => {
  if (E.isRight(decoded)) return decoded.right;
  throw new Error(`The row with the id ${id} in ${table} cannot be read: ${reasonsOf(decoded.left)}`);
};

/** Reads an animal, or the animal in the record of a creation, or throws. */
export const toPet = (row: Row): Pet => {
  const pet: Record<string, unknown> = { id: row[0] };
  for (const [index, field] of fields.entries()) {
    const value = row[index + 1];
    if (value !== null) pet[field] = field === 'name' ? fromStoredName(String(value)) : value;
  }
  return Pet.is(pet) ? pet : getOrThrow('pets', row, Pet.decode(pet));
};

/** Reads an API key, or throws. */
export const toApiKey = (row: Row): ApiKey => getOrThrow('api_keys', row, apiKeyOfColumns(row));
