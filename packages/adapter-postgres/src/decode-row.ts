import { ApiKey } from '@animal-store/access';
import { Pet, reasonsOf } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type * as t from 'io-ts';
import type { Row } from './statement.ts';

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
const getOrThrow = <A>(table: string, row: Row, decoded: t.Validation<A>): A => {
  if (E.isRight(decoded)) return decoded.right;
  throw new Error(`The row with the id ${row['id']} in ${table} cannot be read: ${reasonsOf(decoded.left)}`);
};

// PostgreSQL has NULL for an absent value.
const present = (value: unknown): unknown => value ?? undefined;

/** Reads an animal, or the animal in the record of a creation, or throws. */
export const toPet = (row: Row): Pet => {
  const { id, name, category_id: categoryId, status } = row;
  const fields = {
    id,
    name: typeof name === 'string' ? fromStoredName(name) : present(name),
    categoryId: present(categoryId),
    ...(status !== null && { status }),
  };
  return getOrThrow('pets', row, Pet.decode(fields));
};

const instant = (value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : present(value));

/** Reads an API key, or throws. */
export const toApiKey = (row: Row): ApiKey => {
  const { id, label, digest, created, expires, revoked, last_used: lastUsed } = row;
  const [createdAt, expiresAt, revokedAt, lastUsedAt] = [created, expires, revoked, lastUsed].map(instant);
  return getOrThrow(
    'api_keys',
    row,
    ApiKey.decode({
      id,
      label,
      digest,
      created: createdAt,
      expires: expiresAt,
      revoked: revokedAt,
      lastUsed: lastUsedAt,
    }),
  );
};
