export { checkAgainstDocument, type Exchange, unproducedResponses } from './openapi/check-against-document.ts';
export { schemaCheck } from './openapi/schema-check.ts';

interface Described {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly examples: object }>> };
  readonly responses: object;
}

/** The operations of an OpenAPI document, for tables that apply to all of them. */
export const operationsOf = (paths: Readonly<Record<string, Readonly<Record<string, Described>>>>) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId: name, requestBody, responses }]) => {
      /** The first example of its body, if it has one. */
      const [body] = Object.entries(requestBody?.content ?? {}).map(([mediaType, { examples }]) => ({
        mediaType,
        text: JSON.stringify(Object.values(examples)[0].value),
      }));
      const target = (id: bigint): string => `/v1${path.replace('{petId}', String(id))}`;
      const success = Number(Object.keys(responses).find((status) => status.startsWith('2')));
      return { name, method: method.toUpperCase(), path, target, success, body };
    }),
  );

export type ApiOperation = ReturnType<typeof operationsOf>[number];
