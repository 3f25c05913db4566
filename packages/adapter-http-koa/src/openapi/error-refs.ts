import type { ErrorResponse } from './describe-error.ts';
import { type ErrorResponseName, errorResponses, messageErrors, requestErrors } from './error-responses.ts';
import type { DescribedResponses } from './open-api-document.ts';

/** References to errors by their status. `errors` has their names in the document. */
export const refsTo = (errors: Readonly<Record<string, ErrorResponse>>): DescribedResponses =>
  Object.fromEntries(
    Object.entries(errors).map(([name, { status }]) => [status, { $ref: `#/components/responses/${name}` }]),
  );

/** References to the errors of an operation, by their status: those that any request can get, and its own. */
export const errorRefs = (...own: readonly ErrorResponseName[]): DescribedResponses =>
  refsTo(Object.fromEntries([...messageErrors, ...requestErrors, ...own].map((name) => [name, errorResponses[name]])));
