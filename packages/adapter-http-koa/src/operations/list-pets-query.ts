import {
  defaultPageLimit,
  filterEntries,
  type ListPetsQuery,
  maxPageLimit,
  minPageLimit,
  PageLimit,
  type PetFilter,
  type PetId,
  PetStatus,
  petStatuses,
  type Violation,
} from '@animal-store/domain';
import { either as E, option as O } from 'fp-ts';
import { decodeCursor } from './cursor.ts';

/** The rule of each parameter, for the message about one that breaks it. */
export const queryRules: Readonly<Record<'limit' | keyof PetFilter | 'cursor', string>> = {
  limit: `must be an integer between ${minPageLimit} and ${maxPageLimit}, in plain digits`,
  status: `must be one of ${petStatuses.join(', ')}`,
  cursor: 'must come from a Link header and be sent with the status of that link',
};

// `status[]` and `status[0]`, as some clients write lists. If they were ignored, a filter would have no effect.
const bracketForm = new RegExp(`^(${Object.keys(queryRules).join('|')})\\[`);

const readLimit = (text: string): O.Option<PageLimit> =>
  /^[1-9][0-9]*$/.test(text) ? O.fromPredicate(PageLimit.is)(Number(text)) : O.none;

const readStatus: (text: string) => O.Option<PetStatus> = O.fromPredicate(PetStatus.is);

const readCursor =
  (filter: PetFilter) =>
  (text: string): O.Option<PetId> =>
    decodeCursor(text, filter);

/**
 * Reads the query of a list (interface specification, section 4.1): `limit`, `status` and `cursor`, each at most once. Other names
 * are ignored, except these three with brackets. The Left names every parameter that breaks its rule.
 */
export const decodeListPetsQuery = (querystring: string): E.Either<readonly Violation[], ListPetsQuery> => {
  if (querystring === '') return E.right({ limit: defaultPageLimit });
  const params = new URLSearchParams(querystring);
  const inBrackets = new Set([...params.keys()].flatMap((name) => bracketForm.exec(name)?.[1] ?? []));
  const violations: Violation[] = [];
  const read = <A>(path: keyof typeof queryRules, parse: (text: string) => O.Option<A>): A | undefined => {
    const [text, ...others] = params.getAll(path);
    if (inBrackets.has(path)) violations.push({ path, message: 'must be written without brackets' });
    if (inBrackets.has(path) || text === undefined) return undefined;
    const value = O.toUndefined(parse(text));
    if (others.length > 0) violations.push({ path, message: 'must be given only once' });
    else if (value === undefined) violations.push({ path, message: queryRules[path] });
    return value;
  };
  const limit = read('limit', readLimit) ?? defaultPageLimit;
  // The compiler requires all fields.
  const given = { status: read('status', readStatus) } satisfies Record<keyof PetFilter, unknown>;
  const filter: PetFilter = Object.fromEntries(filterEntries(given));
  const after = read('cursor', readCursor(filter));
  if (violations.length > 0) return E.left(violations);
  return E.right({ limit, ...filter, ...(after !== undefined && { after }) });
};
