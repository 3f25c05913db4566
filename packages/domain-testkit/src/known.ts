import { toViolations } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type * as t from 'io-ts';

/**
 * Converts a literal to a branded value, in a test: `known(PetId)(7n)`. If the codec rejects the literal, the test is wrong,
 * so it throws a `TypeError` that names the codec and the rule.
 */
export const known =
  <A>(codec: t.Decoder<unknown, A>) =>
  (input: unknown): A => {
    const decoded = codec.decode(input);
    if (E.isRight(decoded)) return decoded.right;
    const rules = toViolations(decoded.left).map(({ path, message }) => (path === '' ? message : `${path} ${message}`));
    throw new TypeError(`This is not a ${codec.name}: ${rules.join('; ')}`);
  };
