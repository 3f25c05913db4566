import type * as t from 'io-ts';

/** One broken rule: the field it is about (`''` for the whole value) and the rule, in words for a person. */
export interface Violation {
  readonly path: string;
  readonly message: string;
}

const isPartOfField = (entry: t.ContextEntry, index: number, context: t.Context): boolean => {
  const parent = context[index - 1]?.type as { readonly _tag?: string } | undefined;
  return entry.key !== '' && parent?._tag !== 'IntersectionType';
};

const toViolation = ({ value, context, message }: t.ValidationError): Violation => {
  const path = context
    .filter(isPartOfField)
    .map(({ key }) => key)
    .join('.');
  if (path === '') return { path, message: message ?? 'must be an object' };
  return { path, message: value === undefined ? 'is required' : (message ?? 'is not valid') };
};

/**
 * What io-ts found wrong, one violation a field. Texts of io-ts itself never pass: they echo the input.
 */
export const toViolations = (errors: t.Errors): readonly Violation[] =>
  [
    ...new Map(
      errors
        .map(toViolation)
        .reverse()
        .map((violation) => [violation.path, violation]),
    ).values(),
  ].reverse();
