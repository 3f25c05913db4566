import { type ErrorCode, errorCodes } from '../message/error-codes.ts';
import type { ErrorCause } from '../message/errors.ts';
import { commonHeaders } from './headers.ts';
import type { DescribedResponse, Header, Reference } from './open-api-document.ts';
import { schemaRef } from './schemas.ts';

/** An error response and its HTTP status. */
export interface ErrorResponse {
  readonly status: number;
  readonly response: DescribedResponse;
}

/** Describes an error response by causes of different codes, which all have the same status, with an example for each. */
export const describeError = (
  description: string,
  [first, ...others]: readonly [ErrorCause, ...ErrorCause[]],
  headers: Readonly<Record<string, Header | Reference>> = {},
): ErrorResponse => {
  const causes = [first, ...others];
  const { status } = errorCodes[first.code];
  const examples = causes.map(({ code, message }) => [code, { value: { code, message, status } }] as const);
  return {
    status,
    response: {
      description,
      // Not in the schema, because client generators treat a reference with siblings as an error or as another model.
      'x-error-codes': causes.map(({ code }): ErrorCode => code),
      headers: { ...commonHeaders, ...headers },
      content: { 'application/json': { schema: schemaRef('Error'), examples: Object.fromEntries(examples) } },
    },
  };
};
