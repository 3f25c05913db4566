import { ApiKey, Instant, type StoredApiKey } from '@animal-store/access';
import { toViolations } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type { Row } from './database.ts';

// SQLite returns bigint for instants, and null for absent fields.
const toField = (value: Row[string]): unknown => (typeof value === 'bigint' ? Number(value) : (value ?? undefined));

export const toStoredApiKey = (row: Row): StoredApiKey => {
  const fields = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toField(value)]));
  const decoded = ApiKey.decode(fields);
  if (E.isRight(decoded)) return decoded.right;
  const reason = toViolations(decoded.left)
    .map(({ path, message }) => `${path} ${message}`)
    .join(', ');
  const revoked = fields['revoked'];
  return {
    _tag: 'UnreadableApiKey',
    id: String(row['id']),
    reason,
    ...(Instant.is(revoked) ? { revoked } : {}),
  };
};

export const toApiKey = (row: Row): ApiKey => {
  const key = toStoredApiKey(row);
  if ('_tag' in key) throw new Error(`The API key ${key.id} cannot be read: ${key.reason}`);
  return key;
};
