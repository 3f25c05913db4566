import type { IdempotencyKeyReused, PetNotFound, RepositoryFull, RepositoryUnavailable } from '@animal-store/domain';
import type { ApiError } from '../message/api-error.ts';
import { errors } from '../message/errors.ts';

/** Every failure of a use case. */
export type Failure = IdempotencyKeyReused | PetNotFound | RepositoryFull | RepositoryUnavailable;

const byTag: {
  readonly [Tag in Failure['_tag']]: (failure: Extract<Failure, { readonly _tag: Tag }>) => ApiError;
} = {
  IdempotencyKeyReused: errors.reusedIdempotencyKey,
  PetNotFound: errors.unknownPet,
  RepositoryFull: errors.storeFull,
  RepositoryUnavailable: ({ cause }) => errors.storeUnavailable(cause),
};

/** The response to a failure. The client does not learn the cause of an outage. */
export const toApiError = (failure: Failure): ApiError => {
  const respond = byTag[failure._tag] as (failure: Failure) => ApiError;
  return respond(failure);
};
