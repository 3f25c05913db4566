import { METHODS } from 'node:http';
import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import type { ContractApi, HttpResponse, SendOptions } from '@animal-store/testkit/http';
import { type ApiBody, type ApiOperation, operationsOf, targetOf } from '@animal-store/testkit/openapi';

/** An operation of the API, as the OpenAPI document describes it. Tables that apply to every operation use this. */
export interface Operation extends ApiOperation {
  /** The headers and the body of a successful request, except the key. */
  readonly request: SendOptions;
}

/** A path of the API with its methods. */
export interface Path {
  readonly target: (id: bigint) => string;
  /** The methods of the path, as in `Allow`. */
  readonly allow: string;
  /**
   * The methods that the HTTP parser supports and the path does not. CONNECT is left out, because it is sent
   * differently.
   */
  readonly others: readonly string[];
}

const { paths: described } = createOpenApiDocument({ base: '/v1' });

const requestWith = (body: ApiBody | undefined): SendOptions =>
  body === undefined ? {} : { headers: { 'Content-Type': body.mediaType }, body: body.text };

export const operations: readonly Operation[] = operationsOf(described).map((operation) => ({
  ...operation,
  request: requestWith(operation.body),
}));

export const paths: readonly Path[] = Object.entries(described).map(([path, item]) => {
  const methods = Object.keys(item).map((method) => method.toUpperCase());
  const taken = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].toSorted();
  return {
    target: targetOf(path),
    allow: taken.join(', '),
    others: METHODS.filter((method) => ![...taken, 'CONNECT'].includes(method)),
  };
});

/** Runs an operation on an animal, with additional headers. */
export const perform = (
  api: ContractApi,
  { method, target, request }: Operation,
  id: bigint,
  { headers, ...options }: SendOptions = {},
): Promise<HttpResponse> =>
  api.send(method, target(id), { ...request, ...options, headers: { ...request.headers, ...headers } });
