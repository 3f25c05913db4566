import {
  defaultPageLimit,
  type ListPetsQuery,
  maxPageLimit,
  minPageLimit,
  PageLimit,
  type PetFilter,
  PetId,
  PetStatus,
  petStatuses,
  toViolations,
  type Violation,
} from '@animal-store/domain';
import { either as E, option as O } from 'fp-ts';
import * as t from 'io-ts';
import { decodeCursor } from './cursor.ts';

// Values of a parameter that is not one text.
const repeated = Symbol('repeated');
const inBrackets = Symbol('in brackets');

/** Makes the codec of a parameter of a function that reads its text. `rule` is the message about one that it refuses. */
const parameter = <A>(
  is: t.Is<A>,
  read: (text: string, context: t.Context) => O.Option<A>,
  rule: string,
): t.Type<A, unknown, unknown> =>
  new t.Type(
    'Parameter',
    is,
    (input, context) => {
      if (input === inBrackets) return t.failure(input, context, 'must be written without brackets');
      if (input === repeated) return t.failure(input, context, 'must be given only once');
      const value = typeof input === 'string' ? read(input, context) : O.none;
      return O.isSome(value) ? t.success(value.value) : t.failure(input, context, rule);
    },
    t.identity,
  );

/** The parameters that filter. The compiler requires all fields. */
const filters = {
  status: parameter(PetStatus.is, O.fromPredicate(PetStatus.is), `must be one of ${petStatuses.join(', ')}`),
} satisfies Record<keyof PetFilter, t.Any>;

const Filter = t.partial(filters);

const Query = t.partial({
  limit: parameter(
    PageLimit.is,
    (text) => (/^[1-9][0-9]*$/.test(text) ? O.fromPredicate(PageLimit.is)(Number(text)) : O.none),
    `must be an integer between ${minPageLimit} and ${maxPageLimit}, in plain digits`,
  ),
  ...filters,
  cursor: parameter(
    PetId.is,
    (text, context) => {
      // The entry before that of a field is that of the record around it.
      const filter = Filter.decode(context.at(-2)?.actual);
      return decodeCursor(text, E.isRight(filter) ? filter.right : {});
    },
    'must come from a Link header and be sent with the query of that link',
  ),
});

/** The names of the parameters. */
export const parameterNames: readonly string[] = Object.keys(Query.props);

// `status[]` and `status[0]`, as some clients write lists. If they were ignored, a filter would have no effect.
const known = new RegExp(`^(${parameterNames.join('|')})(\\[|$)`);

/** The parameters of a query string with these names, each with its text, or as `repeated` or `inBrackets`. */
const parametersOf = (querystring: string): Readonly<Record<string, string | symbol>> => {
  const values: Record<string, string | symbol> = {};
  for (const [given, text] of new URLSearchParams(querystring)) {
    const [, name, bracket] = known.exec(given) ?? [];
    if (name === undefined || values[name] === inBrackets) continue;
    if (bracket === '[') values[name] = inBrackets;
    else values[name] = name in values ? repeated : text;
  }
  return values;
};

/**
 * Reads the query of a list (interface specification, section 4.1): `limit`, `status` and `cursor`, each at most once. Other names
 * are ignored, except these three with brackets. The Left names every parameter that breaks its rule.
 */
export const decodeListPetsQuery = (querystring: string): E.Either<readonly Violation[], ListPetsQuery> => {
  if (querystring === '') return E.right({ limit: defaultPageLimit });
  const decoded = Query.decode(parametersOf(querystring));
  if (E.isLeft(decoded)) return E.left(toViolations(decoded.left));
  const { limit = defaultPageLimit, cursor: after, ...filter } = decoded.right;
  return E.right({ limit, ...filter, ...(after !== undefined && { after }) });
};
