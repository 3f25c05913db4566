import type * as t from 'io-ts';

/** An invalid field (`''` for the whole value) and the rule that it breaks, as a message for a person. */
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

// io-ts turns a record with optional fields into an intersection, and numbers its parts, at most five, in the context of an
// error. A number is a field or an index only if the type around it has fields or indexes.
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

/** Converts errors of io-ts to violations, one a field. They never contain texts of io-ts, which echo the input. */
export const toViolations = (errors: t.Errors): readonly Violation[] => [
  ...new Map(errors.map(toViolation).map((violation) => [violation.path, violation])).values(),
];
