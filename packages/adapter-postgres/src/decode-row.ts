import { type ApiKey, apiKeyOfColumns } from '@animal-store/access';
import { Pet, reasonsOf } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type * as t from 'io-ts';
import type { Row } from './statement.ts';

/** The columns in the order in which rows are read. */
export const columns: { readonly pet: string; readonly apiKey: string } = {
  pet: 'id, name, category_id, status',
  apiKey: 'id, label, digest, created, expires, revoked, last_used',
};

// A name may contain U+0000, which the type `text` cannot hold. It is written as `\0`, and a backslash as two; all other names
// are stored as they are, so that people can read and search them.
const special = /[\0\\]/;

/** A name as the column has it. */
export const toStoredName = (name: string): string =>
  special.test(name) ? name.replaceAll('\\', '\\\\').replaceAll('\0', '\\0') : name;

/** The name in a column. A backslash before another character stays: a person may have written it. */
export const fromStoredName = (stored: string): string =>
  stored.includes('\\') ? stored.replaceAll(/\\([\\0])/g, (_, kind) => (kind === '0' ? '\0' : '\\')) : stored;

// Throws an error that names the id of the row and the rule of every field that is wrong. It shows no other value: the
// error goes to the log.
const getOrThrow = <A>(table: string, [id]: Row, decoded: t.Validation<A>): A => {
  if (E.isRight(decoded)) return decoded.right;
  throw new Error(`The row with the id ${id} in ${table} cannot be read: ${reasonsOf(decoded.left)}`);
};

// PostgreSQL has NULL for an absent value.
const present = (value: unknown): unknown => value ?? undefined;

/** The fields of an animal in a row. The type makes the compiler require every field here. */
const fieldsOf = ([id, name, categoryId, status]: Row) =>
  ({
    id,
    name: typeof name === 'string' ? fromStoredName(name) : name,
    categoryId,
    status: present(status),
  }) satisfies Record<keyof Pet, unknown>;

/** Reads an animal, or the animal in the record of a creation. */
export const toPet = (row: Row): Pet => getOrThrow('pets', row, Pet.decode(fieldsOf(row)));

/**
 * A query of animals that returns them in one row, with a text for each column, for which the driver needs less CPU time than for
 * a row of each animal. Integers are not JSON, because V8 keeps a table of all short texts in JSON that it reads.
 */
export const inOneRow = (animals: string): string => `
  SELECT string_agg(id::text, ' '), json_agg(name), string_agg(coalesce(category_id::text, ''), ' '), json_agg(status)
  FROM (${animals}) AS page`;

const integer = (text: string | undefined): unknown => (text ? BigInt(text) : undefined);

/** Reads the animals of such a row. The texts of an empty page are NULL. */
export const toPets = ([row = []]: readonly Row[]): readonly Pet[] => {
  const [ids, names, categoryIds, statuses] = row;
  if (typeof ids !== 'string') return [];
  const [name, status] = [names, statuses].map((column): readonly unknown[] => JSON.parse(String(column)));
  const categoryId = String(categoryIds).split(' ');
  return ids.split(' ').map((id, n) => toPet([BigInt(id), name?.[n], integer(categoryId[n]), status?.[n]]));
};

/** Reads an API key. */
export const toApiKey = (row: Row): ApiKey => getOrThrow('api_keys', row, apiKeyOfColumns(row));
