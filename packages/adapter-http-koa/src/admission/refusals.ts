import type { ApiKeyId } from '@animal-store/access';
import { errors, withFailure } from '../message/errors.ts';
import type { ApiResponse } from '../message/response.ts';
import type { Refusal } from './slots.ts';

const processIsFull = 'too much is in flight in this process';

/** 503 if the process, or 429 if the API key of the request, has too much in flight. */
export const refusals: Readonly<Record<Refusal, ApiResponse>> = {
  'all-taken': withFailure(errors.allTaken.response, processIsFull),
  'share-taken': errors.shareTaken.response,
};

/** The same for lists that have waited too long. */
export const readingRefusals: Readonly<Record<Refusal, ApiResponse>> = {
  'all-taken': withFailure(errors.allReading.response, processIsFull),
  'share-taken': errors.shareReading.response,
};

/** A refusal with the API key of the request, for the log. */
export const refuseKey = (refusal: Refusal, apiKeyId: ApiKeyId | undefined): ApiResponse => ({
  ...refusals[refusal],
  apiKeyId,
});
