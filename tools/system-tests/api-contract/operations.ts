import { METHODS } from 'node:http';
import { createOpenApiDocument } from '@animal-store/adapter-http-koa';
import type { ContractApi, HttpResponse, SendOptions } from '@animal-store/testkit/http';

/** An operation of the API, named like in the OpenAPI document. Tables that apply to every operation use this. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  /** The target of the operation on an animal. */
  readonly target: (id: bigint) => string;
  /** The status of a successful response. */
  readonly success: number;
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

/** A method that the HTTP parser supports and this API will never have. */
export const unknownMethod = 'MKCALENDAR';

const animal = { headers: { 'Content-Type': 'application/json' }, body: '{"name":"Rex","categoryId":1}' };
const { paths: described } = createOpenApiDocument({ base: '/v1' });

const targetAt =
  (path: string): Path['target'] =>
  (id) =>
    `/v1${path.replace('{petId}', String(id))}`;

export const operations: readonly Operation[] = Object.entries(described).flatMap(([path, item]) =>
  Object.entries(item).map(([method, { operationId, responses, requestBody }]) => ({
    name: operationId,
    method: method.toUpperCase(),
    target: targetAt(path),
    success: Number(Object.keys(responses).find((status) => status.startsWith('2'))),
    request: requestBody === undefined ? {} : animal,
  })),
);

export const paths: readonly Path[] = Object.entries(described).map(([path, item]) => {
  const methods = Object.keys(item).map((method) => method.toUpperCase());
  const taken = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].toSorted();
  return {
    target: targetAt(path),
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
