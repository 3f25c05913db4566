import {
  defaultPageLimit,
  type ListPetsQuery,
  maxPageLimit,
  minPageLimit,
  PageLimit,
  type PetFilter,
  PetId,
  PetStatus,
  toViolations,
  type Violation,
} from '@animal-store/domain';
import { either as E, option as O } from 'fp-ts';
import * as t from 'io-ts';
import { decodeCursor } from './cursor.ts';

// Values of a parameter that is not one text.
const repeated = Symbol('repeated');
const inBrackets = Symbol('in brackets');

/** Makes the codec of a parameter of a function that reads its text. */
const parameter = <A>(is: t.Is<A>, read: t.Validate<unknown, A>): t.Type<A, unknown, unknown> =>
  new t.Type(
    'Parameter',
    is,
    (input, context) => {
      if (input === inBrackets) return t.failure(input, context, 'must be written without brackets');
      if (input === repeated) return t.failure(input, context, 'must be given only once');
      return read(input, context);
    },
    t.identity,
  );

/** The parameters that filter. The compiler requires all fields. */
const filters = { status: parameter(PetStatus.is, PetStatus.validate) } satisfies Record<keyof PetFilter, t.Any>;

const Filter = t.partial(filters);

const limitRule = `must be an integer between ${minPageLimit} and ${maxPageLimit}, in plain digits`;
const cursorRule = 'must come from a Link header and be sent with the query of that link';

const Query = t.partial({
  limit: parameter(PageLimit.is, (text, context) => {
    const limit = /^[1-9][0-9]*$/.test(`${text}`) ? Number(text) : undefined;
    return PageLimit.is(limit) ? t.success(limit) : t.failure(text, context, limitRule);
  }),
  ...filters,
  cursor: parameter(PetId.is, (text, context) => {
    // The entry before that of a field is that of the record around it.
    const filter = Filter.decode(context.at(-2)?.actual);
    const after = decodeCursor(`${text}`, E.isRight(filter) ? filter.right : {});
    return O.isSome(after) ? t.success(after.value) : t.failure(text, context, cursorRule);
  }),
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
 * Reads the query of a list (interface specification, section 4.1): the `parameterNames`, each at most once. Other
 * names are ignored, except these with brackets. The Left names every parameter that breaks its rule.
 */
export const decodeListPetsQuery = (querystring: string): E.Either<readonly Violation[], ListPetsQuery> => {
  if (querystring === '') return E.right({ limit: defaultPageLimit });
  const decoded = Query.decode(parametersOf(querystring));
  if (E.isLeft(decoded)) return E.left(toViolations(decoded.left));
  const { limit = defaultPageLimit, cursor: after, ...filter } = decoded.right;
  return E.right({ limit, ...filter, ...(after !== undefined && { after }) });
};
