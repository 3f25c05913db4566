import { hash } from 'node:crypto';
import type { Idempotency, IdempotencyKey, IdempotencyScope, NewPet } from '@animal-store/domain';

/** Not the id of an API key, which has 8 characters. */
const scope = 'import' as IdempotencyScope;

/**
 * The idempotency key of a line of a run: the same animal in the same line of a run of the same name is added once,
 * however often the line is imported, and with any spelling of its JSON.
 */
export const importIdempotency = (run: string, line: number, { name, categoryId, status }: NewPet): Idempotency => {
  const content = JSON.stringify([run, name, `${categoryId}`, status ?? null]);
  return { scope, key: `${line}-${hash('sha256', content, 'base64url')}` as IdempotencyKey };
};
