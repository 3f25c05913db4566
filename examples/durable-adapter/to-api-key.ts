import { type ApiKey, apiKeyOfColumns } from '@animal-store/access';
import { reasonsOf } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type { Row } from './database.ts';

// In the order that `apiKeyOfColumns` expects.
export const apiKeyColumns = 'id, label, digest, created, expires, revoked, last_used';

export const toApiKey = (row: Row): ApiKey => {
  const decoded = apiKeyOfColumns(Object.values(row));
  if (E.isRight(decoded)) return decoded.right;
  throw new Error(`The API key ${row['id']} cannot be read: ${reasonsOf(decoded.left)}`);
};
