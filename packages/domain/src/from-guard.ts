import { either as E } from 'fp-ts';
import * as t from 'io-ts';

/**
 * Makes the codec of a guard. It decodes an input that the guard accepts, and encodes a value as it is. The `rule`
 * follows the name of the field in a message, such as `must be a string`; it never contains the input.
 */
export const fromGuard = <A>(
  name: string,
  is: (input: unknown) => input is A,
  rule: string | ((refused: unknown) => string),
): t.Type<A, A, unknown> =>
  new t.Type(
    name,
    is,
    (input, context) => {
      if (is(input)) return E.right(input);
      return t.failure(input, context, typeof rule === 'string' ? rule : rule(input));
    },
    t.identity,
  );
