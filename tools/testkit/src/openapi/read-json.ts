/** A JSON text as a value for a JSON schema, and the faults of its numbers that the schema would not see. */
export interface ReadJson {
  readonly value: unknown;
  readonly faults: readonly string[];
}

const isInt64 = (integer: bigint): boolean => BigInt.asIntN(64, integer) === integer;

/**
 * Reads JSON for a validator that knows only JavaScript numbers. An integer above 2^53 would be rounded, but still be
 * an integer, so this finds what rounding hides: an integer outside int64, a number that is an integer only after
 * rounding, and one that is not written in plain digits. Throws a SyntaxError if the text is not JSON.
 */
export const readJson = (text: string): ReadJson => {
  const faults: string[] = [];
  const value: unknown = JSON.parse(text, (_key, parsed: unknown, context?: { readonly source: string }) => {
    const source = context?.source ?? '';
    if (!Number.isInteger(parsed)) return parsed;
    if (!/^-?\d+$/.test(source)) faults.push(`${source} is not written in plain digits`);
    else if (!isInt64(BigInt(source))) faults.push(`${source} is not an int64`);
    return parsed;
  });
  return { value, faults };
};
