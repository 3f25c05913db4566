import { schemaCheck } from './schema-check.ts';

/** The parts of an OpenAPI 3.1 document that describe responses. A response or a header may be a `$ref`. */
export interface DescribedApi {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedRequests | undefined>>>>;
  /** The headers of every response. An operation can have more of its own. */
  readonly 'x-common-headers': Described;
  /** The responses to requests under a server that match no operation. Each of the three can get those of `any`, too. */
  readonly 'x-unmatched-requests': Readonly<Record<'options' | 'otherMethods' | 'otherPaths' | 'any', Described>>;
}

/** Headers by their name, or responses by their status. */
type Described = Readonly<Record<string, object>>;

interface DescribedRequests {
  readonly responses: Described;
  readonly 'x-common-headers'?: Described;
}

interface DescribedContent {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface DescribedResponse {
  readonly headers?: Described;
  readonly content?: Readonly<Record<string, DescribedContent>>;
}

interface DescribedHeader {
  readonly required?: boolean;
  readonly schema: { readonly type?: string; readonly const?: string };
}

/** A request and its response. */
export interface Exchange {
  readonly method: string;
  /** The request target as it was sent, including the query. */
  readonly path: string;
  readonly status: number;
  /** Every header line of the response, or the `Headers` of a fetch. */
  readonly headers: Iterable<readonly [name: string, value: string]>;
  readonly bodyText: string;
}

export interface CheckedResponse {
  /** The matching documented response, such as `GET /pets/{petId} 404`; undefined if there is none. */
  readonly response: string | undefined;
  /** One message for each deviation from the document. */
  readonly problems: readonly string[];
}

/** The object that a `$ref` to `#/components/…/…` names, or the object itself. */
const resolve = (document: object, part: object): object =>
  '$ref' in part
    ? resolve(document, String(part.$ref).slice(2).split('/').reduce(Reflect.get, document) as object)
    : part;

/** Every documented response by its name, such as `GET /pets/{petId} 404`. */
const responsesOf = (document: DescribedApi): ReadonlyMap<string, DescribedResponse> => {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, requests]) => [`${method.toUpperCase()} ${path}`, requests] as const),
  );
  const { any, ...unmatched } = document['x-unmatched-requests'];
  const others = Object.entries(unmatched).map(([name, own]): [string, DescribedRequests] => [
    name,
    { responses: { ...any, ...own } },
  ]);
  return new Map(
    [...operations, ...others].flatMap(([name, requests]) =>
      Object.entries(requests?.responses ?? {}).map(([status, reference]) => {
        const response: DescribedResponse = resolve(document, reference);
        const headers = { ...document['x-common-headers'], ...requests?.['x-common-headers'], ...response.headers };
        return [`${name} ${status}`, { ...response, headers }];
      }),
    ),
  );
};

/** The documented responses that were not produced. */
export const unproducedResponses = (document: DescribedApi, produced: ReadonlySet<string>): readonly string[] =>
  [...responsesOf(document).keys()].filter((response) => !produced.has(response));

/** Returns a function that names a request by the document; undefined if its path is outside the server. */
const requestNames = ({ servers, paths }: DescribedApi): ((method: string, target: string) => string | undefined) => {
  // A proxy may remove the path before the version segment, so it is ignored.
  const [base = ''] = /\/[^/]+$/.exec(servers[0]?.url ?? '') ?? [];
  const templates = Object.keys(paths).map((template) => ({
    template,
    pattern: new RegExp(`^${base}${template.replaceAll(/\{[^{}]+\}/g, '[^/]+')}$`),
  }));
  return (method, target) => {
    const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split('?');
    if (path !== base && !path.startsWith(`${base}/`)) return undefined;
    const template = templates.find(({ pattern }) => pattern.test(path))?.template;
    if (template === undefined) return 'otherPaths';
    if (method === 'OPTIONS') return 'options';
    // The response to HEAD is the response to GET without its body.
    const described = method === 'HEAD' ? 'GET' : method;
    return paths[template]?.[described.toLowerCase()] === undefined ? 'otherMethods' : `${described} ${template}`;
  };
};

// Headers of the connection and of HTTP itself, which OpenAPI does not describe.
const transport = Object.fromEntries(
  ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'].map((name) => [name, {}]),
);

/** The schema of a response as `{ headers, body }`, and the names of its headers that are integers. */
const schemaOf = (document: object, { headers = {}, content = {} }: DescribedResponse, status: number) => {
  // All responses have one media type. Its parameters matter, because another charset is another media type.
  const [mediaType, body] = Object.entries(content)[0] ?? [];
  const described: [name: string, header: DescribedHeader][] = Object.entries(headers).map(([name, header]) => [
    name.toLowerCase(),
    resolve(document, header) as DescribedHeader,
  ]);
  if (mediaType !== undefined) described.push(['content-type', { required: true, schema: { const: mediaType } }]);
  // An error has a code of one of its examples. The schema cannot say so, because later versions may add codes.
  const examples = [body?.example, ...Object.values(body?.examples ?? {}).map(({ value }) => value)];
  const codes = examples.flatMap((value) => Object(value).code ?? []);
  const error = status < 400 ? {} : { properties: { code: { enum: codes }, status: { const: status } } };
  return {
    integers: described.flatMap(([name, { schema }]) => (schema.type === 'integer' ? name : [])),
    schema: {
      type: 'object',
      properties: {
        headers: {
          type: 'object',
          properties: { ...transport, ...Object.fromEntries(described.map(([name, { schema }]) => [name, schema])) },
          required: described.flatMap(([name, { required }]) => (required ? name : [])),
        },
        body: body === undefined ? { const: '' } : { allOf: [body.schema, error] },
      },
    },
  };
};

/** The value of each header for its schema. No schema allows the array of a header that is repeated. */
const readHeaders = (lines: Exchange['headers'], integers: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...Map.groupBy(lines, ([name]) => name.toLowerCase())].map(([name, found]) => {
      const values = found.map(([, value]) => value);
      if (values.length > 1) return [name, values];
      return [name, integers.includes(name) && /^\d+$/.test(values.join()) ? Number(values) : values.join()];
    }),
  );

const isInt64 = (integer: bigint): boolean => BigInt.asIntN(64, integer) === integer;

/**
 * Reads JSON for a validator that knows only JavaScript numbers. An integer above 2^53 would be rounded, but still be
 * an integer, so this finds what rounding hides: an integer outside int64, a number that is an integer only after
 * rounding, and one that is not written in plain digits. Throws a SyntaxError if the text is not JSON.
 */
const readJson = (text: string): { readonly value: unknown; readonly faults: readonly string[] } => {
  const faults: string[] = [];
  const value: unknown = JSON.parse(text, (_key, parsed: unknown, context?: { readonly source: string }) => {
    const source = context?.source ?? '';
    if (!Number.isInteger(parsed)) return parsed;
    if (!/^-?\d+$/.test(source)) faults.push(`/body ${source} is not written in plain digits`);
    else if (!isInt64(BigInt(source))) faults.push(`/body ${source} is not an int64`);
    return parsed;
  });
  return { value, faults };
};

/** Reads a body as what its response describes. The response to HEAD has none, whatever is described. */
const readBody = ({ method, bodyText }: Exchange, hasContent: boolean): ReturnType<typeof readJson> => {
  if (method === 'HEAD')
    return { value: undefined, faults: bodyText === '' ? [] : ['the response to HEAD has a body'] };
  if (!hasContent) return { value: bodyText, faults: [] };
  try {
    return readJson(bodyText);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { value: undefined, faults: ['/body is not JSON'] };
  }
};

/**
 * Checks responses against an OpenAPI 3.1 document, in tests. The status must be documented for the request, all
 * required headers must be present, every header must be documented and match its schema, and the body must match. A
 * request outside the path of the document's first server has no documented response and no problems.
 */
export const checkAgainstDocument = (document: DescribedApi): ((exchange: Exchange) => CheckedResponse) => {
  const nameOf = requestNames(document);
  const responses = new Map(
    [...responsesOf(document)].map(([name, response]) => [
      name,
      { ...schemaOf(document, response, Number(name.split(' ').at(-1))), hasContent: response.content !== undefined },
    ]),
  );
  // In the document, the schemas of whole responses find those that they refer to.
  const schemas = [...responses.values()].map(({ schema }) => schema);
  const check = schemaCheck({ ...document, 'x-responses': schemas });

  return (exchange) => {
    const request = nameOf(exchange.method, exchange.path);
    if (request === undefined) return { response: undefined, problems: [] };
    const response = `${request} ${exchange.status}`;
    const described = responses.get(response);
    if (described === undefined) return { response: undefined, problems: [`${response} is not documented`] };

    const { value: body, faults } = readBody(exchange, described.hasContent);
    const headers = readHeaders(exchange.headers, described.integers);
    const found = check(`/x-responses/${schemas.indexOf(described.schema)}`, {
      headers,
      ...(body !== undefined && { body }),
    });
    return { response, problems: [...faults, ...found].map((problem) => `${response}: ${problem}`) };
  };
};
