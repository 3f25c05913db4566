import type { DescribedResponse } from './described-api.ts';
import { locate, pointerTo } from './json-pointer.ts';
import type { SchemaCheck } from './schema-check.ts';

// Headers of the connection and of HTTP itself, which OpenAPI does not describe.
const transport = ['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'];

// A header is text. If its schema wants an integer, the text must be an integer.
const checkValue = (check: SchemaCheck, pointer: string, text: string): readonly string[] => {
  const faults = check(pointer, text);
  return faults.length > 0 && /^-?\d+$/.test(text) ? check(pointer, Number(text)) : faults;
};

/** Returns the faults of a response's headers, which the document describes at a pointer. */
export const checkHeaders =
  (document: object, check: SchemaCheck) =>
  (
    pointer: string,
    described: NonNullable<DescribedResponse['headers']>,
    sent: readonly (readonly [name: string, value: string])[],
  ): readonly string[] => {
    const known = new Set([...transport, ...Object.keys(described).map((name) => name.toLowerCase())]);
    const undocumented = sent.filter(([name]) => !known.has(name.toLowerCase()));

    const documented = Object.keys(described).flatMap((name) => {
      const [value, ...others] = sent.filter(([written]) => written.toLowerCase() === name.toLowerCase());
      const header = locate(document, pointerTo(pointer, name));
      if (value === undefined) {
        const { required } = header.value as { readonly required?: boolean };
        return required === true ? [`${name} is missing`] : [];
      }
      if (others.length > 0) return [`${name} is repeated`];
      return checkValue(check, pointerTo(header.pointer, 'schema'), value[1]).map((fault) => `${name} ${fault}`);
    });
    return [...documented, ...undocumented.map(([name]) => `${name} is not documented`)];
  };
