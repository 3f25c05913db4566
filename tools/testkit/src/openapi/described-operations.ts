interface DescribedOperation<Name> {
  readonly operationId: Name;
  readonly requestBody?: { readonly content: object };
  readonly responses: object;
}

/** An operation of an OpenAPI document. */
export interface ApiOperation<Name = string> {
  /** Its `operationId`. */
  readonly name: Name;
  readonly method: string;
  /** Its path below the base, such as `/pets/{petId}`. */
  readonly path: string;
  /** Its target on an animal. */
  readonly target: (id: bigint) => string;
  /** The status of a successful response. */
  readonly success: number;
  /** A valid body, if it has one. */
  readonly body: string | undefined;
  /** The media type of the body. */
  readonly mediaType: string | undefined;
}

/** The target of a path on an animal. */
export const targetOf =
  (path: string) =>
  (id: bigint): string =>
    `/v1${path.replace('{petId}', String(id))}`;

/** The operations of an OpenAPI document, for tables that apply to all of them. */
export const operationsOf = <Name>(
  paths: Readonly<Record<string, { readonly [Method in string]?: DescribedOperation<Name> }>>,
): readonly ApiOperation<Name>[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, described]) =>
      described === undefined
        ? []
        : {
            name: described.operationId,
            method: method.toUpperCase(),
            path,
            target: targetOf(path),
            success: Number(Object.keys(described.responses).find((status) => status.startsWith('2'))),
            body: described.requestBody === undefined ? undefined : '{"name":"Rex","categoryId":1}',
            mediaType: Object.keys(described.requestBody?.content ?? {})[0],
          },
    ),
  );
