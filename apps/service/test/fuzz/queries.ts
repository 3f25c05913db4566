import fc from 'fast-check';

const value = fc.oneof(
  fc.integer({ min: -2, max: 103 }).map(String),
  fc.constantFrom(
    '',
    '5',
    '05',
    '+5',
    '%35',
    '%2B5',
    '1e1',
    '1.0',
    '100',
    '101',
    '%',
    '%ZZ',
    '%00',
    'available',
    'pending',
    'sold',
    's%6Fld',
    'Sold',
    'sold,pending',
  ),
  fc.string({ maxLength: 6 }).map((text) => encodeURIComponent(text)),
);
const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('limit', 'status') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', 'Limit', 'l%69mit', 'limit[]', 'x', '__proto__', '%ZZ', 'page', 'cursor%20'),
  },
);
const pair = fc
  .tuple(name, fc.constantFrom('=', '=', '=', '=', ''), value)
  .map(([left, sign, right]) => `${left}${sign}${sign === '' ? '' : right}`);

/** A query of the list, with a cursor in a third of them; a name without `=` is as good as an empty value. */
export const listQuery = (cursors: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.array(pair, { maxLength: 4 }),
      fc.option(fc.constantFrom(...cursors, '', 'x', 'AAAA'), { freq: 2, nil: undefined }),
      fc.nat({ max: 4 }),
    )
    .map(([pairs, cursor, at]) =>
      (cursor === undefined ? pairs : pairs.toSpliced(at, 0, `cursor=${cursor}`)).join('&'),
    );

/** What a query asks for, or undefined when it must be refused. */
export const judgeQuery = (
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
