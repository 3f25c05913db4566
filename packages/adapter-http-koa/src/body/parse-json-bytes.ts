import { isUtf8 } from 'node:buffer';
import { parseExactJson } from '@animal-store/domain';
import { either as E } from 'fp-ts';

/**
 * Parses JSON from bytes like `parseExactJson`. The bytes must be UTF-8, because decoding would replace invalid ones.
 */
export const parseJsonBytes = (bytes: Buffer, names: readonly string[]): E.Either<string, unknown> =>
  isUtf8(bytes) ? parseExactJson(bytes.toString('utf8'), names) : E.left('must be encoded in UTF-8');
