import { isUtf8 } from 'node:buffer';
import { either as E } from 'fp-ts';

/** How deep arrays and objects may be nested. */
export const maxNesting = 32;

// A number token that JSON.parse may round has 16 digits or more, a fraction or an exponent.
// The same in a string only costs the second reading.
const mayBeRounded = /\d{16}|\d[.eE]/;

const isDeeperThan = (limit: number, text: string): boolean => {
  if ((text.match(/[[{]/g)?.length ?? 0) <= limit) return false;
  let depth = 0;
  for (const [bracket] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[{\]}]/g)) {
    if (bracket === '[' || bracket === '{') depth++;
    else if (bracket === ']' || bracket === '}') depth--;
    if (depth > limit) return true;
  }
  return false;
};

const indexAfterLastNonZero = (digits: string): number => {
  let end = digits.length;
  while (end > 0 && digits.charAt(end - 1) === '0') end--;
  return end;
};

/** Whether a JSON number token is an integer, judged by its digits: its value as a double may have been rounded. */
const isInteger = (token: string): boolean => {
  const [mantissa = '', exponent = '0'] = token.split(/[eE]/);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = whole.replace('-', '') + fraction;
  const significant = indexAfterLastNonZero(digits);
  return significant === 0 || Number(exponent) - fraction.length + (digits.length - significant) >= 0;
};

/**
 * The exact value of a JSON number token: a bigint when it is written in plain digits, a safe integer when it is one
 * in another notation (`1.0`, `1e2`), else NaN, for then its value is a fraction or may have been rounded. V8 leaves a
 * token out when it has lost track of it, as 13.6 does below some names that are written with an escape.
 */
const exactNumber = (token: string | undefined): bigint | number => {
  if (token === undefined) return Number.NaN;
  // Far more digits than any int64 has: not worth the time that BigInt would take.
  if (/^-?\d+$/.test(token)) return token.length <= 20 ? BigInt(token) : Number.NaN;
  const value = Number(token);
  return Number.isSafeInteger(value) && isInteger(token) ? value : Number.NaN;
};

/**
 * Reads JSON (RFC 8259) in UTF-8 without rounding an integer: a number in plain digits may come as a bigint, and does
 * from 16 places on; one that is a fraction or may have been rounded comes as NaN. The Left says, in words for a
 * person, why the text cannot be read.
 */
export const parseExactJson = (bytes: Buffer): E.Either<string, unknown> => {
  if (bytes.length === 0) return E.left('is required');
  if (!isUtf8(bytes)) return E.left('must be encoded in UTF-8');
  const text = bytes.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return E.left('must be well-formed JSON');
  }
  if (isDeeperThan(maxNesting, text)) return E.left(`must not be nested deeper than ${maxNesting} levels`);
  if (!mayBeRounded.test(text)) return E.right(value);
  return E.right(
    JSON.parse(text, (_key, parsed, context?: { readonly source?: string }) =>
      typeof parsed === 'number' ? exactNumber(context?.source) : parsed,
    ),
  );
};
