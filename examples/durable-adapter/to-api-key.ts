import { ApiKey, isReadable, type StoredApiKey, unreadableApiKey } from '@animal-store/access';
import { either as E } from 'fp-ts';
import type { Row } from './database.ts';

// SQLite returns bigint for instants, and null for absent fields.
const toField = (value: Row[string]): unknown => (typeof value === 'bigint' ? Number(value) : (value ?? undefined));

export const toStoredApiKey = (row: Row): StoredApiKey => {
  const fields = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toField(value)]));
  return E.getOrElseW(unreadableApiKey(String(row['id']), fields['revoked']))(ApiKey.decode(fields));
};

export const toApiKey = (row: Row): ApiKey => {
  const key = toStoredApiKey(row);
  if (isReadable(key)) return key;
  throw new Error(`The API key ${key.id} cannot be read: ${key.reason}`);
};
