/** A JSON text as a JSON schema can judge it, and what of its numbers the schema would not see. */
export interface ReadJson {
  readonly value: unknown;
  readonly faults: readonly string[];
}

const isInt64 = (integer: bigint): boolean => BigInt.asIntN(64, integer) === integer;

/**
 * Reads JSON for a validator that knows only JavaScript numbers. An integer beyond 2^53 would come rounded, but still
 * as an integer, so what rounding hides is found here: an integer out of the range of int64, and a number that is an
 * integer only when rounded, or that is not written in plain digits. Throws a SyntaxError when the text is no JSON.
 */
export const readJson = (text: string): ReadJson => {
  const faults: string[] = [];
  const value: unknown = JSON.parse(text, (_key, parsed: unknown, context?: { readonly source: string }) => {
    const source = context?.source ?? '';
    if (!Number.isInteger(parsed)) return parsed;
    if (!/^-?\d+$/.test(source)) faults.push(`${source} is not written in plain digits`);
    else if (!isInt64(BigInt(source))) faults.push(`${source} is no int64`);
    return parsed;
  });
  return { value, faults };
};
