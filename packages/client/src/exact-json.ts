// Strings are matched so that digits inside them are not taken for numbers.
const stringsAndNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

// Twenty characters are enough for every int64, and for no text that BigInt would take long to read.
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
 * Reads JSON (RFC 8259) without rounding: an integer in plain digits of at most 19 places becomes a `bigint`, any other
 * number a `number`. `JSON.parse` hands over the source text of a number where the engine is new enough, though V8 has
 * lost it in places; then the text is read a second time, without it. Throws what `JSON.parse` throws.
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
