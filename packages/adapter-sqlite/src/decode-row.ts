import { ApiKey, Instant, type StoredApiKey, type UnreadableApiKey } from '@animal-store/access';
import { Pet, toViolations } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type * as t from 'io-ts';
import type { Row } from './write-operations.ts';

const reasonsOf = (errors: t.Errors): string =>
  toViolations(errors)
    .map(({ path, message }) => `${path} ${message}`)
    .join(', ');

// Reads a whole row, or throws an error that names its id and the rule of every invalid field. It contains no other value,
// because the error goes to the log.
const decodeRow =
  <A>(table: string, decode: (row: Row) => t.Validation<A>) =>
  (row: Row): A => {
    const decoded = decode(row);
    if (E.isRight(decoded)) return decoded.right;
    throw new Error(`The row with the id ${row['id']} in ${table} cannot be read: ${reasonsOf(decoded.left)}`);
  };

// SQLite has NULL for an absent value.
const present = (value: unknown): unknown => value ?? undefined;

/** Reads an animal, or the animal in the record of a creation. */
export const toPet: (row: Row) => Pet = decodeRow('pets', ({ id, name, categoryId, status }) =>
  Pet.decode({ id, name, categoryId, status: present(status) }),
);

// Integers are read as bigint.
const instant = (value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : present(value));

const decodeApiKey = ({ id, label, digest, created, expires, revoked, lastUsed }: Row): t.Validation<ApiKey> =>
  ApiKey.decode({
    id,
    label,
    digest,
    created: instant(created),
    expires: instant(expires),
    revoked: instant(revoked),
    lastUsed: instant(lastUsed),
  });

const unreadable =
  ({ id, revoked }: Row) =>
  (errors: t.Errors): UnreadableApiKey => {
    const from = instant(revoked);
    return {
      _tag: 'UnreadableApiKey',
      id: String(id),
      reason: reasonsOf(errors),
      ...(Instant.is(from) ? { revoked: from } : {}),
    };
  };

/** Reads an API key, or says why it cannot be read. */
export const toStoredApiKey = (row: Row): StoredApiKey => E.getOrElseW(unreadable(row))(decodeApiKey(row));

/** Reads an API key, or throws. */
export const toApiKey: (row: Row) => ApiKey = decodeRow('api_keys', decodeApiKey);
