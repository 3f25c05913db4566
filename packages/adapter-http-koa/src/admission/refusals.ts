import type { ApiKeyId } from '@animal-store/access';
import type { RepositoryUnavailable } from '@animal-store/domain';
import { errors, withFailure } from '../message/errors.ts';
import type { ApiResponse, RefusalCause } from '../message/response.ts';
import type { Refusal } from './slots.ts';

const refuse = (response: ApiResponse, refusal: RefusalCause): ApiResponse => ({ ...response, refusal });

const processIsFull = (response: ApiResponse, refusal: RefusalCause): ApiResponse =>
  refuse(withFailure(response, 'too much is in flight in this process'), refusal);

const shareTaken = refuse(errors.shareTaken.response, 'share');

/** 503 if the process, or 429 if the API key of the request, has too many requests in flight. */
export const refusals: Readonly<Record<Refusal, ApiResponse>> = {
  'all-taken': processIsFull(errors.allTaken.response, 'slot'),
  'share-taken': shareTaken,
};

/** The same for too many bytes in flight. */
export const byteRefusals: Readonly<Record<Refusal, ApiResponse>> = {
  'all-taken': processIsFull(errors.allTaken.response, 'bytes'),
  'share-taken': shareTaken,
};

/** The same for lists that have waited too long. */
export const readingRefusals: Readonly<Record<Refusal, ApiResponse>> = {
  'all-taken': processIsFull(errors.allReading.response, 'list'),
  'share-taken': refuse(errors.shareReading.response, 'share'),
};

/** A refusal with the API key of the request, for the log. */
export const refuseKey = (refusal: Refusal, apiKeyId: ApiKeyId | undefined): ApiResponse => ({
  ...refusals[refusal],
  apiKeyId,
});

/** The response while the store is unavailable. The client does not learn the cause. */
export const refuseInOutage = ({ cause }: RepositoryUnavailable): ApiResponse =>
  refuse(withFailure(errors.storeUnavailable.response, cause), 'outage');

/** The response to a write while the store is full. The operator needs the same message, so it also goes to the log. */
export const refuseWhenFull: ApiResponse = refuse(
  withFailure(errors.storeFull.response, errors.storeFull.message),
  'full',
);
