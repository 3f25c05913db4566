import type { IdempotencyKeyReused, PetNotFound, RepositoryFull, RepositoryUnavailable } from '@animal-store/domain';
import { refuseInOutage, refuseWhenFull } from '../admission/refusals.ts';
import { errors } from '../message/errors.ts';
import type { ApiResponse } from '../message/response.ts';

/** Every failure of a use case. */
export type Failure = IdempotencyKeyReused | PetNotFound | RepositoryFull | RepositoryUnavailable;

type Responses = {
  readonly [Tag in Failure['_tag']]: (failure: Extract<Failure, { readonly _tag: Tag }>) => ApiResponse;
};

const responses: Responses = {
  IdempotencyKeyReused: () => errors.reusedIdempotencyKey.response,
  PetNotFound: () => errors.unknownPet.response,
  RepositoryFull: () => refuseWhenFull,
  RepositoryUnavailable: refuseInOutage,
};

/** The response to a failure. The client does not learn the cause of an outage. */
export const failureResponse = (failure: Failure): ApiResponse => {
  const respond = responses[failure._tag] as (failure: Failure) => ApiResponse;
  return respond(failure);
};
