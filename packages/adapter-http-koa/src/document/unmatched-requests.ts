import { errors } from '../message/errors.ts';
import { describeError } from '../openapi/describe-error.ts';
import { errorRefs } from '../openapi/error-refs.ts';
import { errorResponses } from '../openapi/error-responses.ts';
import { commonHeaders } from '../openapi/headers.ts';
import type { Header, OpenApiDocument } from '../openapi/open-api-document.ts';
import { allowedMethods } from '../operations/operations.ts';

const [example = ''] = allowedMethods;

// No operation of the document returns it, so it is not one of its components.
const allowHeader: Header = {
  description: 'The methods that the path supports.',
  required: true,
  schema: { type: 'string', enum: [...new Set(allowedMethods)] },
  example,
};

const methodNotAllowed = describeError('The path does not support this method.', [errors.otherMethod], {
  Allow: allowHeader,
});

const pathNotFound = describeError('The path does not exist.', [errors.unknownPath]);

// The 400 is inline, because linters report a component that only an extension refers to.
const messageErrors = {
  ...errorRefs(),
  [errorResponses.InvalidMessage.status]: errorResponses.InvalidMessage.response,
};

/** The responses to requests that are not operations of the interface. */
export const unmatchedRequests: OpenApiDocument['x-unmatched-requests'] = {
  options: {
    description:
      'OPTIONS at a described path. A preflight request of a listed origin gets 204 without an API key, with the headers of ' +
      'CORS instead of `Allow`.',
    responses: {
      204: { description: 'The methods of the path.', headers: { ...commonHeaders, Allow: allowHeader } },
      ...messageErrors,
    },
  },
  otherMethods: {
    description: 'Any other method at a described path. HEAD is not one of them: it gets the headers of GET.',
    responses: { ...messageErrors, [methodNotAllowed.status]: methodNotAllowed.response },
  },
  otherPaths: {
    description: 'Any other path.',
    responses: { ...messageErrors, [pathNotFound.status]: pathNotFound.response },
  },
};
