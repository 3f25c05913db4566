interface DescribedContent {
  readonly [mediaType: string]:
    | { readonly examples: Readonly<Record<string, { readonly value: unknown }>> }
    | undefined;
}

interface DescribedOperation<Name> {
  readonly operationId: Name;
  readonly requestBody?: { readonly content: DescribedContent };
  readonly responses: object;
}

/** A valid body of an operation. */
interface ApiBody {
  readonly mediaType: string;
  readonly text: string;
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
  /** The first example of its body, if it has one. */
  readonly body: ApiBody | undefined;
}

const bodyOf = (content: DescribedContent = {}): ApiBody | undefined => {
  const [[mediaType, described] = []] = Object.entries(content);
  const [example] = Object.values(described?.examples ?? {});
  if (mediaType === undefined || example === undefined) return undefined;
  return { mediaType, text: JSON.stringify(example.value) };
};

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
            target: (id: bigint) => `/v1${path.replace('{petId}', String(id))}`,
            success: Number(Object.keys(described.responses).find((status) => status.startsWith('2'))),
            body: bodyOf(described.requestBody?.content),
          },
    ),
  );
