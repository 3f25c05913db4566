import fc from 'fast-check';

const wrongValues = ['', '0', '05', '+5', '%2B5', '1e1', '1.0', '101', '-1', '%', '%ZZ', '%00', 'Sold', 'sold,pending'];
const anyText = fc.string({ maxLength: 6 }).map((text) => encodeURIComponent(text));
/** Mostly values of the right kind, sometimes others. */
const mostly = (right: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 9, arbitrary: right },
    { weight: 2, arbitrary: fc.constantFrom(...wrongValues) },
    { weight: 1, arbitrary: anyText },
  );
const pair = (name: string, value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  value.map((text) => `${name}=${text}`);

const limit = pair(
  'limit',
  mostly(fc.oneof(fc.integer({ min: 0, max: 102 }).map(String), fc.constantFrom('1', '99', '100', '%35', '1%30'))),
);
const status = pair('status', mostly(fc.constantFrom('available', 'pending', 'sold', 's%6Fld')));
const unknownNames = ['', 'Limit', 'limit[]', 'limit%20', 'x', '__proto__', '%ZZ', 'page', 'cursor%20'];
const unknown = fc.oneof(
  fc.constantFrom('', 'x', '&', '=', '%'),
  ...unknownNames.map((name) => pair(name, mostly(anyText))),
);
const rare = fc.oneof(limit, status, fc.constantFrom('limit', 'status', 'l%69mit=5', 'cursor'));

/** At most one value, absent in a third of the cases. */
const maybe = (part: fc.Arbitrary<string>): fc.Arbitrary<readonly string[]> =>
  fc.option(part, { freq: 2, nil: undefined }).map((text) => (text === undefined ? [] : [text]));
const few = (part: fc.Arbitrary<string>, weight: number): fc.Arbitrary<readonly string[]> =>
  fc.oneof({ weight, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: part.map((text) => [text]) });

/** A query of the list with its parameters in any order, sometimes wrong or repeated. */
export const listQuery = (cursors: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      maybe(limit),
      maybe(status),
      few(pair('cursor', mostly(fc.constantFrom(...cursors))), 2),
      maybe(unknown),
      few(rare, 6),
      fc.array(fc.nat(), { minLength: 5, maxLength: 5 }),
    )
    .map(([limits, statuses, cursor, others, more, order]) =>
      [...limits, ...statuses, ...cursor, ...others, ...more]
        .map((text, index) => ({ text, at: order[index] ?? 0 }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ text }) => text)
        .join('&'),
    );

/** The limit and the status of a query, or undefined if it must be refused. */
export const validateQuery = (
  query: string,
  cursorStatus: (cursor: string) => string | null | undefined,
): { readonly limit: number; readonly status: string | null } | undefined => {
  const parameters = new URLSearchParams(query);
  if (['limit', 'status', 'cursor'].some((known) => parameters.getAll(known).length > 1)) return undefined;
  const [limit, status, cursor] = [parameters.get('limit') ?? '20', parameters.get('status'), parameters.get('cursor')];
  if (!/^([1-9][0-9]?|100)$/.test(limit)) return undefined;
  if (status !== null && !['available', 'pending', 'sold'].includes(status)) return undefined;
  if (cursor !== null && cursorStatus(cursor) !== status) return undefined;
  return { limit: Number(limit), status };
};
