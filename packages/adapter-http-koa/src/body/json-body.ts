import type { InvalidPet } from '@animal-store/domain';
import type { either as E } from 'fp-ts';

/** A media type of JSON, such as `application/merge-patch+json` (RFC 6839, section 3.1). */
export type JsonMediaType = 'application/json' | `application/${string}+json`;

/** The body that an operation reads: its media type, its fields and its codec. */
export interface JsonBody<A> {
  readonly mediaType: JsonMediaType;
  /** The fields that are read. No number in them is rounded. */
  readonly fieldNames: readonly string[];
  readonly decode: (json: unknown) => E.Either<InvalidPet, A>;
}
