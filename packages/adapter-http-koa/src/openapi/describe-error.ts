import { type ErrorCode, errorStatuses } from '../error-answer.ts';
import { everyAnswerHeaders } from './headers.ts';
import type { Answer, Header, Reference } from './open-api-document.ts';
import { schemaRef } from './schemas.ts';

/** An answer that is an Error, and the HTTP status that it always has. */
export interface ErrorAnswer {
  readonly status: number;
  readonly answer: Answer;
}

/** Describes an Error by its codes, which all have the same status, and a message that each of them may have. */
export const describeError = (
  description: string,
  messages: Readonly<Partial<Record<ErrorCode, string>>>,
  headers: Readonly<Record<string, Header | Reference>> = {},
): ErrorAnswer => {
  const codes = Object.keys(messages) as ErrorCode[];
  const [status = 0] = codes.map((code) => errorStatuses[code]);
  const examples = codes.map((code) => [code, { value: { code, message: messages[code], status } }] as const);
  return {
    status,
    answer: {
      description,
      headers: { ...everyAnswerHeaders, ...headers },
      content: {
        'application/json': {
          // Beside the reference, what of it this answer can be: a tool that ignores this still knows it for an Error.
          schema: { ...schemaRef('Error'), properties: { code: { enum: codes }, status: { const: status } } },
          examples: Object.fromEntries(examples),
        },
      },
    },
  };
};
