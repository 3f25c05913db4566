import { fromGuard } from '@animal-store/domain';
import type * as t from 'io-ts';

/** A codec whose encoded form is the text of an environment variable. */
export type TextCodec<A> = t.Type<A, string, unknown>;

/** Makes the codec of a text that keeps a rule, which completes the sentence `… must be`. */
export const matching = (rule: string, matches: (text: string) => boolean): TextCodec<string> =>
  fromGuard(rule, (input): input is string => typeof input === 'string' && matches(input), `must be ${rule}`);
