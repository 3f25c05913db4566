import { errorRefs } from '../error-refs.ts';
import { everyAnswerHeaders, headerRef } from '../headers.ts';
import type { Operation } from '../open-api-document.ts';
import { type ParameterName, parameterRefs } from '../parameters.ts';

const tags: readonly string[] = ['other methods'];

/** `HEAD` beside a `GET`. It has no operationId: whoever generates a client from the document has no use for it. */
export const headDescription = ({ operationId, summary, ...get }: Operation): Operation => ({
  ...get,
  tags,
  summary: `${summary}, headers only`,
  description: `As the operation ${operationId}, with the same headers, but without the body.`,
});

/** `OPTIONS` on a path. */
export const optionsDescription = (...parameters: readonly ParameterName[]): Operation => ({
  tags,
  summary: 'Ask for the methods of the path',
  description: 'The methods are in the header `Allow`. CORS is off: this is no answer to a preflight request.',
  parameters: parameterRefs(...parameters),
  responses: {
    204: { description: 'The methods.', headers: { ...everyAnswerHeaders, Allow: headerRef('Allow') } },
    ...errorRefs(),
  },
});
