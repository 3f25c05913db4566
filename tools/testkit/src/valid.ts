import { either as E } from 'fp-ts';
import type * as t from 'io-ts';

/** Decodes a value that is known to be valid. */
export const valid =
  <A>(codec: t.Decoder<unknown, A>) =>
  (input: unknown): A => {
    const decoded = codec.decode(input);
    if (E.isLeft(decoded)) throw new Error(`${codec.name} refuses ${String(input)}`);
    return decoded.right;
  };
