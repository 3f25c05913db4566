import type * as t from 'io-ts';
import { ApiKey } from './api-key.ts';

const names = ['id', 'label', 'digest', 'created', 'expires', 'revoked', 'lastUsed'] satisfies (keyof ApiKey)[];

/**
 * Decodes the columns of an API key in an SQL store, in this order: id, label, digest, created, expires, revoked, last use.
 * An instant is an integer in milliseconds since 1970, which drivers read as bigint; NULL is an absent value.
 */
export const apiKeyOfColumns = (columns: readonly unknown[]): t.Validation<ApiKey> => {
  const values = columns.map((value) => (typeof value === 'bigint' ? Number(value) : (value ?? undefined)));
  return ApiKey.decode(Object.fromEntries(names.map((name, index) => [name, values[index]])));
};
