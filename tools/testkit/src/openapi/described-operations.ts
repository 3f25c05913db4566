/** An operation of an OpenAPI document, for tables that apply to all of them. */
export interface ApiOperation {
  /** Its `operationId`. */
  readonly name: string;
  readonly method: string;
  /** Its path below the base, such as `/pets/{petId}`, and its target on an animal. */
  readonly path: string;
  readonly target: (id: bigint) => string;
  /** The status of a successful response. */
  readonly success: number;
  /** The first example of its body, if it has one. */
  readonly body: { readonly mediaType: string; readonly text: string } | undefined;
}

interface Described {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly examples: object }>> };
  readonly responses: object;
}

/** The operations of an OpenAPI document. */
export const operationsOf = (
  paths: Readonly<Record<string, Readonly<Record<string, Described>>>>,
): readonly ApiOperation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { operationId: name, requestBody, responses }]) => {
      const [body] = Object.entries(requestBody?.content ?? {}).map(([mediaType, { examples }]) => ({
        mediaType,
        text: JSON.stringify(Object.values(examples)[0].value),
      }));
      const target = (id: bigint): string => `/v1${path.replace('{petId}', String(id))}`;
      const success = Number(Object.keys(responses).find((status) => status.startsWith('2')));
      return { name, method: method.toUpperCase(), path, target, success, body };
    }),
  );
