import { apiPath } from '../api-path.ts';
import { refsTo } from '../openapi/error-refs.ts';
import type { Operation, PathItem } from '../openapi/open-api-document.ts';
import type { ApiOperation } from '../operations/operation.ts';
import { pathItems } from '../operations/operations.ts';

const describe = (operation: ApiOperation): Operation => {
  const { operationId, deprecated, summary, description, parameters, body, responses, errors } = operation;
  return {
    operationId,
    tags: ['animals'],
    ...(deprecated && { deprecated }),
    summary,
    description,
    parameters,
    ...(body && { requestBody: body.requestBody }),
    responses: { ...responses, ...(errors && refsTo(errors(apiPath))) },
  };
};

/** The operations of the API, by path and method. */
export const paths: Readonly<Record<string, PathItem>> = Object.fromEntries(
  [...pathItems].map(([path, item]) => [
    path,
    Object.fromEntries(item.map((operation) => [operation.method, describe(operation)])),
  ]),
);
