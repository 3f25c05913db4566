import type * as t from 'io-ts';

/** One broken rule: the field it is about (`''` for the whole value) and the rule, in words for a person. */
export interface Violation {
  readonly path: string;
  readonly message: string;
}

const collections: readonly (string | undefined)[] = [
  'ArrayType',
  'ReadonlyArrayType',
  'TupleType',
  'DictionaryType',
  'InterfaceType',
  'PartialType',
];

// Of a record with optional fields io-ts makes an intersection, and numbers its parts, five at most, in the context of
// an error. A number is a field or an index only where the type around it has some.
const isPart = ({ key }: t.ContextEntry, parent: t.ContextEntry | undefined): boolean =>
  /^\d$/.test(key) && !collections.includes((parent?.type as { readonly _tag?: string } | undefined)?._tag);

const isField = (entry: t.ContextEntry, index: number, context: t.Context): boolean =>
  entry.key !== '' && !isPart(entry, context[index - 1]);

const toViolation = ({ value, context, message }: t.ValidationError): Violation => {
  const path = context
    .filter(isField)
    .map(({ key }) => key)
    .join('.');
  if (path === '') return { path, message: message ?? 'must be an object' };
  return { path, message: value === undefined ? 'is required' : (message ?? 'is not valid') };
};

/** What io-ts found wrong, one violation a field. Texts of io-ts itself never pass: they echo the input. */
export const toViolations = (errors: t.Errors): readonly Violation[] => [
  ...new Map(errors.map(toViolation).map((violation) => [violation.path, violation])).values(),
];
