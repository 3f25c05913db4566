interface Described {
  readonly operationId: string;
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly examples: Readonly<Record<string, { readonly value: unknown }>> }>
    >;
  };
  readonly responses: object;
}

/** A valid body of an operation. */
interface ApiBody {
  readonly mediaType: string;
  readonly text: string;
}

/** An operation of an OpenAPI document. */
export interface ApiOperation {
  /** Its `operationId`. */
  readonly name: string;
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

const bodyOf = ({ requestBody }: Described): ApiBody | undefined => {
  const [[mediaType, described] = []] = Object.entries(requestBody?.content ?? {});
  const [example] = Object.values(described?.examples ?? {});
  if (mediaType === undefined || example === undefined) return undefined;
  return { mediaType, text: JSON.stringify(example.value) };
};

/** The operations of an OpenAPI document, for tables that apply to all of them. */
export const operationsOf = (
  paths: Readonly<Record<string, Readonly<Record<string, Described>>>>,
): readonly ApiOperation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => ({
      name: described.operationId,
      method: method.toUpperCase(),
      path,
      target: (id: bigint) => `/v1${path.replace('{petId}', String(id))}`,
      success: Number(Object.keys(described.responses).find((status) => status.startsWith('2'))),
      body: bodyOf(described),
    })),
  );
