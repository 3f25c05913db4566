// Strings are matched so that digits in them do not count as numbers.
const stringsAndNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

// Every int64 fits into twenty characters, and BigInt reads a text of that length quickly.
const exactNumber = (token = ''): bigint | number => (/^-?\d{1,19}$/.test(token) ? BigInt(token) : Number(token));

/**
 * Reads JSON (RFC 8259) without rounding: an integer of at most 19 plain digits becomes a `bigint`, any other number a
 * `number`. Throws the errors of `JSON.parse`.
 */
export const parseExactJson = (text: string): unknown => {
  // Malformed JSON throws here, before digits are replaced.
  JSON.parse(text);
  // In place of its own digits each number gets its index in the list of all numbers: small, and so never rounded.
  const numbers: string[] = [];
  const indexed = text.replace(stringsAndNumbers, (token) =>
    token.startsWith('"') ? token : String(numbers.push(token) - 1),
  );
  return JSON.parse(indexed, (_key, value) => (typeof value === 'number' ? exactNumber(numbers[value]) : value));
};
