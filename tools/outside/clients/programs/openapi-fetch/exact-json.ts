/*
 * Generated types hold an int64 as a `number`, which is exact up to 2^53 alone. JSON itself is exact: a program that
 * needs the whole range writes an integer by its digits, and reads the text of a response by their source text.
 */

interface ExactJson {
  readonly rawJSON: (text: string) => unknown;
  readonly parse: (
    text: string,
    reviver: (key: string, value: unknown, context: { source: string }) => unknown,
  ) => unknown;
}

// The types of TypeScript 7.0 lack these parts of JSON.
const json = JSON as unknown as ExactJson;

/** A number in the type alone: JSON.stringify writes all digits of the integer. */
export const exactly = (integer: bigint): number => json.rawJSON(`${integer}`) as number;

/** Reads JSON whose numbers are all integers, as `bigint`. */
export const readExactly = <T>(text: string): T =>
  json.parse(text, (_key, value, { source }) => (typeof value === 'number' ? BigInt(source) : value)) as T;
