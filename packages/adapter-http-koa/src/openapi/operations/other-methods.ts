import { errorRefs } from '../error-refs.ts';
import { everyAnswerHeaders, headerRef } from '../headers.ts';
import type { Answer, Answers, Operation, Reference } from '../open-api-document.ts';
import { type ParameterName, parameterRefs } from '../parameters.ts';

const tags: readonly string[] = ['other methods'];

type NamedAnswers = Readonly<Record<string, Answer>>;

const resolve = (answer: Answer | Reference, named: NamedAnswers): Answer | undefined =>
  '$ref' in answer ? named[answer.$ref.slice('#/components/responses/'.length)] : answer;

// The media type is there, but nothing of it: a client made from the document would else try to read a body.
const headersOf = ({ description, headers }: Answer): Answer => ({
  description,
  headers,
  content: { 'application/json': {} },
});

/** `HEAD` beside a `GET`, with the answers of the `GET` but for their bodies; some of them go by names. */
export const headDescription = (operationId: string, get: Operation, named: NamedAnswers): Operation => {
  const answers = Object.entries(get.responses).flatMap(([status, answer]) => {
    const resolved = resolve(answer, named);
    return resolved === undefined ? [] : [[status, headersOf(resolved)] as const];
  });
  const responses: Answers = Object.fromEntries(answers);
  return {
    ...get,
    operationId,
    tags,
    summary: `${get.summary}, headers only`,
    description: `As the operation ${get.operationId}, with the same headers, but without the body.`,
    responses,
  };
};

/** `OPTIONS` on a path. */
export const optionsDescription = (operationId: string, ...parameters: readonly ParameterName[]): Operation => ({
  operationId,
  tags,
  summary: 'Ask for the methods of the path',
  description:
    'The methods are in the header `Allow`. A preflight request of a listed origin gets 204 without an API key, and the ' +
    'headers of CORS instead of `Allow`.',
  parameters: parameterRefs(...parameters),
  responses: {
    204: { description: 'The methods.', headers: { ...everyAnswerHeaders, Allow: headerRef('Allow') } },
    ...errorRefs(),
  },
});
