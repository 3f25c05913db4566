import { type ErrorCode, errorStatuses } from '../response/error-response.ts';
import { commonHeaders } from './headers.ts';
import type { DescribedResponse, Header, Reference } from './open-api-document.ts';
import { schemaRef } from './schemas.ts';

/** An error response and its HTTP status. */
export interface ErrorResponse {
  readonly status: number;
  readonly response: DescribedResponse;
}

/** Describes an error response by its codes, which all have the same status, with an example message for each. */
export const describeError = (
  description: string,
  messages: Readonly<Partial<Record<ErrorCode, string>>>,
  headers: Readonly<Record<string, Header | Reference>> = {},
): ErrorResponse => {
  const codes = Object.keys(messages) as ErrorCode[];
  const [status = 0] = codes.map((code) => errorStatuses[code]);
  const examples = codes.map((code) => [code, { value: { code, message: messages[code], status } }] as const);
  return {
    status,
    response: {
      description,
      // Not in the schema, because client generators treat a reference with siblings as an error or as another model.
      'x-error-codes': codes,
      headers: { ...commonHeaders, ...headers },
      content: { 'application/json': { schema: schemaRef('Error'), examples: Object.fromEntries(examples) } },
    },
  };
};
