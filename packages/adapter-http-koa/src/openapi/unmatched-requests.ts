import { describeError } from './describe-error.ts';
import { errorRefs } from './error-refs.ts';
import { headerRef } from './headers.ts';
import type { OpenApiDocument } from './open-api-document.ts';

const methodNotAllowed = describeError(
  'The path does not know this method.',
  { method_not_allowed: 'the method must be one of GET, HEAD, OPTIONS, POST' },
  { Allow: headerRef('Allow') },
);

const pathNotFound = describeError('There is nothing at this path.', { not_found: 'there is nothing at this path' });

/** What is answered to a method that the document does not describe, and at a path that it does not describe. */
export const unmatchedRequests: OpenApiDocument['x-unmatched-requests'] = {
  otherMethods: {
    description: 'Any other method, at a path that is described.',
    responses: { ...errorRefs(), [methodNotAllowed.status]: methodNotAllowed.answer },
  },
  otherPaths: {
    description: 'Any other path.',
    responses: { ...errorRefs(), [pathNotFound.status]: pathNotFound.answer },
  },
};
