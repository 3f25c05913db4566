import type { IdempotencyKeyReused, PetNotFound, RepositoryFull, RepositoryUnavailable } from '@animal-store/domain';
import { errors, withFailure } from '../message/errors.ts';
import type { ApiResponse } from '../message/response.ts';

/** Every failure of a use case. */
export type Failure = IdempotencyKeyReused | PetNotFound | RepositoryFull | RepositoryUnavailable;

type Responses = {
  readonly [Tag in Failure['_tag']]: (failure: Extract<Failure, { readonly _tag: Tag }>) => ApiResponse;
};

// The operator needs the same message, so it also goes to the log.
const full = withFailure(errors.storeFull.response, errors.storeFull.message);

const responses: Responses = {
  IdempotencyKeyReused: () => errors.reusedIdempotencyKey.response,
  PetNotFound: () => errors.unknownPet.response,
  RepositoryFull: () => full,
  RepositoryUnavailable: ({ cause }) => withFailure(errors.storeUnavailable.response, cause),
};

/** The response to a failure. The client does not learn the cause of an outage. */
export const failureResponse = (failure: Failure): ApiResponse => {
  const respond = responses[failure._tag] as (failure: Failure) => ApiResponse;
  return respond(failure);
};
