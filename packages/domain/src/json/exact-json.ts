import { either as E } from 'fp-ts';

/** Limit for the nesting of arrays and objects in JSON that `parseExactJson` reads. */
export const maxJsonNesting = 32;

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNestedDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isNestedDeeper(inner, levels - 1)));

/**
 * The digits of the numbers in these fields of a JSON object, as they are written. The reviver of `JSON.parse` gets them, but is
 * called for every value, which takes 20 ms for 64 KiB of zeros. So its first call, which is for the 0 in front of the object,
 * removes what is not needed.
 */
const digitsOf = (text: string, names: readonly string[]): ReadonlyMap<string, string> => {
  const digits = new Map<string, string>();
  let isFirst = true;
  // TypeScript does not declare the third argument (https://tc39.es/proposal-json-parse-with-source).
  type Context = { readonly source?: string };
  JSON.parse(`[0,${text}]`, function (this: readonly [0, Fields], name: string, value: unknown, context?: Context) {
    if (isFirst) {
      const [, fields] = this;
      for (const field of Object.keys(fields))
        if (typeof fields[field] !== 'number' || !names.includes(field)) delete fields[field];
      isFirst = false;
    } else if (typeof value === 'number') digits.set(name, context?.source ?? 'unknown');
    return value;
  });
  return digits;
};

/**
 * Whether `JSON.parse` may have rounded a number in these fields: it is not safe, or a number may have a fraction or an exponent.
 * Otherwise the reviver would be a tenth of the cost of adding an animal.
 */
const mayBeRounded = (text: string, fields: Fields, names: readonly string[]): boolean =>
  /\d[.e]/i.test(text) || names.some((name) => typeof fields[name] === 'number' && !Number.isSafeInteger(fields[name]));

/** The digits of a number without the zeros around them, in any notation. `trim` is linear, an expression is not. */
const significantDigits = (number: string): string =>
  number.replace(/e.*/i, '').replaceAll(/[-.]/g, '').replaceAll('0', ' ').trim();

/**
 * The exact value of a JSON number: a bigint if it is written in plain digits, a safe integer if it is one in another notation
 * (`1.0`, `1e2`), else NaN, because its value is a fraction or may have been rounded.
 */
const exactNumber = (digits: string): bigint | number => {
  // An int64 has fewer digits, and BigInt takes long for many.
  if (/^-?\d+$/.test(digits)) return digits.length <= 20 ? BigInt(digits) : Number.NaN;
  const value = Number(digits);
  const isExact = Number.isSafeInteger(value) && significantDigits(digits) === significantDigits(String(value));
  return isExact ? value : Number.NaN;
};

/**
 * Reads JSON (RFC 8259). If it is an object, the result has only the fields that `names` lists. Their numbers are exact: a bigint
 * for at most 20 characters of plain digits, a safe integer for another notation of one, else NaN. Any other value, such as an array
 * with numbers, is the result of `JSON.parse`. The Left is a message for a person: why the text is rejected.
 */
export const parseExactJson = (text: string, names: readonly string[]): E.Either<string, unknown> => {
  if (text === '') return E.left('is required');
  const parsed = E.tryCatch(
    (): unknown => JSON.parse(text),
    () => 'must be well-formed JSON',
  );
  if (E.isLeft(parsed)) return parsed;
  const value = parsed.right;
  if (isNestedDeeper(value, maxJsonNesting)) return E.left(`must not be nested deeper than ${maxJsonNesting} levels`);
  if (!isObject(value)) return parsed;
  const digits = mayBeRounded(text, value, names) ? digitsOf(text, names) : undefined;
  const exact = (name: string, rounded: number): bigint | number =>
    digits === undefined ? BigInt(rounded) : exactNumber(digits.get(name) ?? 'unknown');
  // The other fields are dropped, because an array of empty objects takes 20 times the memory of its text.
  const fields: Fields = {};
  for (const name of names) {
    if (!Object.hasOwn(value, name)) continue;
    const field = value[name];
    fields[name] = typeof field === 'number' ? exact(name, field) : field;
  }
  return E.right(fields);
};
