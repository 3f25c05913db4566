import { toViolations, type Violation } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type * as t from 'io-ts';

/** What a codec finds wrong with an input, for a person; nothing when it takes it. */
export const violationsOf = (codec: t.Decoder<unknown, unknown>, input: unknown): readonly Violation[] => {
  const decoded = codec.decode(input);
  return E.isLeft(decoded) ? toViolations(decoded.left) : [];
};
