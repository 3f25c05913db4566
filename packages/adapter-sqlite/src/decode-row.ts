import type { SQLOutputValue } from 'node:sqlite';
import { ApiKey } from '@animal-store/access';
import { Pet, reasonsOf } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type * as t from 'io-ts';

export type Row = Readonly<Record<string, SQLOutputValue>>;

// The error names the id and the rules that are broken, and shows no other value: it goes to the log.
const decodeRow =
  <A>(table: string, codec: t.Decoder<unknown, A>, fieldsOf: (row: Row) => Record<keyof A, unknown>) =>
  (row: Row): A => {
    // NULL is an absent field.
    const present = Object.entries(fieldsOf(row)).filter(([, value]) => value !== null);
    const decoded = codec.decode(Object.fromEntries(present));
    if (E.isRight(decoded)) return decoded.right;
    throw new Error(`The row with the id ${row['id']} in ${table} cannot be read: ${reasonsOf(decoded.left)}`);
  };

/** The columns that `toPet` reads. */
export const petColumns = 'id, name, category_id, status';

/** Reads an animal, or throws. */
export const toPet: (row: Row) => Pet = decodeRow('pets', Pet, ({ id, name, category_id, status }) => ({
  id,
  name,
  categoryId: category_id,
  status,
}));

// Integers are read as bigint.
const instant = (value: SQLOutputValue | undefined): unknown => (typeof value === 'bigint' ? Number(value) : value);

/** The columns that `toApiKey` reads. */
export const apiKeyColumns = 'id, label, digest, created, expires, revoked, last_used';

/** Reads an API key, or throws. */
export const toApiKey: (row: Row) => ApiKey = decodeRow('api_keys', ApiKey, (row) => ({
  id: row['id'],
  label: row['label'],
  digest: row['digest'],
  created: instant(row['created']),
  expires: instant(row['expires']),
  revoked: instant(row['revoked']),
  lastUsed: instant(row['last_used']),
}));
