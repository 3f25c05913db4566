import type * as t from 'io-ts';

/** An invalid field (`''` for the whole value) and the rule that it breaks, as a message for a person. */
export interface Violation {
  readonly path: string;
  readonly message: string;
}

// Intersections and unions number their parts in the context of an error. A part has the same value as what is around it,
// and a field of a value never has.
const isField = ({ key, actual }: t.ContextEntry, index: number, context: t.Context): boolean =>
  key !== '' && !Object.is(actual, context[index - 1]?.actual);

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

/** The violations in one line, such as `name is required, categoryId is required`. */
export const reasonsOf = (errors: t.Errors): string =>
  toViolations(errors)
    .map(({ path, message }) => (path === '' ? message : `${path} ${message}`))
    .join(', ');
