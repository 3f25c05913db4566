import { type ErrorResponseName, errorResponses, messageErrors, requestErrors } from './error-responses.ts';
import type { DescribedResponses } from './open-api-document.ts';

/** References to the errors of an operation, by their status: those that any request can get, and its own. */
export const errorRefs = (...own: readonly ErrorResponseName[]): DescribedResponses =>
  Object.fromEntries(
    [...messageErrors, ...requestErrors, ...own].map((name) => [
      errorResponses[name].status,
      { $ref: `#/components/responses/${name}` },
    ]),
  );
