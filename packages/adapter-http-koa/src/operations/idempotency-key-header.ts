import { IdempotencyKey, type Violation } from '@animal-store/domain';
import { either as E } from 'fp-ts';

const violation: Violation = {
  path: 'Idempotency-Key',
  message: 'must be given only once, as 1 to 255 visible ASCII characters, bare or in double quotes',
};

// The String of a structured field (RFC 9651, section 3.3.3), in which quotes and backslashes are escaped.
const quoted = /^"((?:[^"\\]|\\["\\])*)"$/;

const unquote = (text: string): string =>
  text.startsWith('"') ? (quoted.exec(text)?.[1] ?? '').replace(/\\(["\\])/g, '$1') : text;

/**
 * Reads the header `Idempotency-Key`. The same characters are the same key, bare or quoted. Node.js joins several lines
 * with a comma and a space; the result is invalid, because a key has no space.
 */
export const decodeIdempotencyKey = (
  header: string | readonly string[] | undefined,
): E.Either<Violation, IdempotencyKey | undefined> => {
  if (header === undefined) return E.right(undefined);
  const key = typeof header === 'string' ? unquote(header) : '';
  return IdempotencyKey.is(key) ? E.right(key) : E.left(violation);
};
