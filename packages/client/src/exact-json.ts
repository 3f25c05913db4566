// Strings are matched so that digits in them do not count as numbers.
const stringsAndNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

// Every int64 fits into twenty characters, and BigInt reads a text of that length quickly.
const exactNumber = (token: string): bigint | number => (/^-?\d{1,19}$/.test(token) ? BigInt(token) : Number(token));

// In place of its own digits each number gets its index in the list of all numbers: small, and so never rounded.
const parseWithoutSource = (text: string): unknown => {
  const tokens: string[] = [];
  const indexed = text.replace(stringsAndNumbers, (token) =>
    token.startsWith('"') ? token : String(tokens.push(token) - 1),
  );
  return JSON.parse(indexed, (_key, value) =>
    typeof value === 'number' ? exactNumber(tokens[value] as string) : value,
  );
};

/**
 * Reads JSON (RFC 8259) without rounding: an integer of at most 19 plain digits becomes a `bigint`, any other number a
 * `number`. In a new engine, `JSON.parse` passes the source text of each number to its reviver, but V8 sometimes loses it;
 * then the text is parsed a second time without it. Throws the errors of `JSON.parse`.
 */
export const parseExactJson = (text: string): unknown => {
  let hasSource = true;
  const value: unknown = JSON.parse(text, (_key, parsed, context?: { readonly source?: string }) => {
    if (typeof parsed !== 'number') return parsed;
    const source = context?.source;
    if (source !== undefined) return exactNumber(source);
    hasSource = false;
    return parsed;
  });
  return hasSource ? value : parseWithoutSource(text);
};
