import { type ApiKey, apiKeyOfColumns } from '@animal-store/access';
import { Pet, reasonsOf } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type * as t from 'io-ts';
import type { Row } from './pool.ts';

/** The columns of an API key, in the order in which `toApiKey` reads them. */
export const apiKeyColumns = ['id', 'label', 'digest', 'created', 'expires', 'revoked', 'last_used'] as const;

// A name may contain U+0000, which the type `text` cannot hold: it is stored as `\0`, and a backslash as `\\`. All other
// characters are stored as they are, so that people can read and search names.

/** A name as it is stored in a column. */
export const toStoredName = (name: string): string => name.replaceAll('\\', '\\\\').replaceAll('\0', '\\0');

/** The name in a column. A backslash before another character stays: a person may have written it. */
export const fromStoredName = (stored: string): string =>
  stored.includes('\\') ? stored.replaceAll(/\\([\\0])/g, (_, kind) => (kind === '0' ? '\0' : '\\')) : stored;

// Throws an error that names the id of the row and the rule of every field that is wrong. It shows no other value: the
// error goes to the log.
const getOrThrow = <A>(table: string, [id]: Row, decoded: t.Validation<A>): A => {
  if (E.isRight(decoded)) return decoded.right;
  throw new Error(`The row with the id ${id} in ${table} cannot be read: ${reasonsOf(decoded.left)}`);
};

/** The columns of an animal, in the order in which `toPet` reads them. */
export const petColumns = 'id, name, category_id, status';

/** Reads an animal, or the animal in the record of a creation, or throws. PostgreSQL has NULL for an absent status. */
export const toPet = (row: Row): Pet => {
  const [id, stored, category, status] = row;
  const name = typeof stored === 'string' ? fromStoredName(stored) : undefined;
  const categoryId = category ?? undefined;
  const pet = status === null ? { id, name, categoryId } : { id, name, categoryId, status };
  return Pet.is(pet) ? pet : getOrThrow('pets', row, Pet.decode(pet));
};

/** Reads an API key, or throws. */
export const toApiKey = (row: Row): ApiKey => getOrThrow('api_keys', row, apiKeyOfColumns(row));
