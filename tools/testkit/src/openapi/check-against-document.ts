import { faultsOf, resolve } from './schema-check.ts';

/** Headers by their name, or responses by their status. Each may be a `$ref`. */
type Described = Readonly<Record<string, object>>;

interface DescribedRequests {
  readonly responses: Described;
  readonly 'x-common-headers'?: Described;
}

/** The parts of an OpenAPI 3.1 document that describe responses. */
interface DescribedApi {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedRequests | undefined>>>>;
  /** The headers of every response. An operation can have more of its own. */
  readonly 'x-common-headers': Described;
  /** The responses to requests under a server that match no operation. Each of the three can get those of `any`, too. */
  readonly 'x-unmatched-requests': Readonly<Record<'options' | 'otherMethods' | 'otherPaths' | 'any', Described>>;
}

interface DescribedContent {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface DescribedHeader {
  readonly required?: boolean;
  readonly schema: { readonly type?: string };
}

/** A response, with the names of its headers in lower case. */
interface DescribedResponse {
  readonly headers: Readonly<Record<string, DescribedHeader>>;
  readonly content?: Readonly<Record<string, DescribedContent>>;
}

/** A request and its response. */
export interface Exchange {
  readonly method: string;
  /** The request target as it was sent, including the query. */
  readonly path: string;
  readonly status: number;
  /** Every header line of the response. */
  readonly headers: Iterable<readonly [name: string, value: string]>;
  readonly bodyText: string;
}

const withLowerCaseNames = <A>(headers: Readonly<Record<string, A>>): Readonly<Record<string, A>> =>
  Object.fromEntries(Object.entries(headers).map(([name, header]) => [name.toLowerCase(), header]));

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
      Object.entries(requests?.responses ?? {}).map(([status, written]) => {
        const response = resolve(document, written) as DescribedResponse;
        const common = resolve(document, { ...document['x-common-headers'], ...requests?.['x-common-headers'] });
        const headers = withLowerCaseNames({ ...common, ...response.headers } as DescribedResponse['headers']);
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

const headersSchema = (headers: DescribedResponse['headers'], mediaType: string | undefined) => ({
  type: 'object',
  properties: {
    ...transport,
    // Its parameters matter, because another charset is another media type.
    ...(mediaType !== undefined && { 'content-type': { const: mediaType } }),
    ...Object.fromEntries(Object.entries(headers).map(([name, { schema }]) => [name, schema])),
  },
  required: [
    ...(mediaType === undefined ? [] : ['content-type']),
    ...Object.keys(headers).filter((name) => headers[name]?.required),
  ],
  additionalProperties: false,
});

/** The value of each header for its schema. No schema allows the array of a header that is repeated. */
const readHeaders = (lines: Exchange['headers'], described: DescribedResponse['headers']): object =>
  Object.fromEntries(
    [...Map.groupBy(lines, ([name]) => name.toLowerCase())].map(([name, [line, ...others]]) => {
      const value = line?.[1] ?? '';
      if (others.length > 0) return [name, [line, ...others]];
      return [name, described[name]?.schema.type === 'integer' && /^\d+$/.test(value) ? Number(value) : value];
    }),
  );

const bodySchema = ({ schema, example, examples = {} }: DescribedContent, status: number): object => {
  // An error has a code of one of its examples. The schema cannot say so, because later versions may add codes.
  const shown = [example, ...Object.values(examples).map(({ value }) => value)];
  const codes = shown.flatMap((value) => Object(value).code ?? []);
  return status < 400
    ? schema
    : { allOf: [schema, { properties: { code: { enum: codes }, status: { const: status } } }] };
};

/**
 * The faults of JSON against a schema. A validator knows only JavaScript numbers, and a large integer is rounded to another
 * integer, so this also finds what rounding hides: an integer outside int64, a number that is an integer only after
 * rounding, and one that is not written in plain digits.
 */
const jsonFaults = (schema: object, text: string): readonly string[] => {
  const faults: string[] = [];
  try {
    const value = JSON.parse(text, (_key, parsed: unknown, context?: { readonly source: string }) => {
      const source = context?.source ?? '';
      if (!Number.isInteger(parsed)) return parsed;
      if (!/^-?\d+$/.test(source)) faults.push(`${source} is not written in plain digits`);
      else if (BigInt.asIntN(64, BigInt(source)) !== BigInt(source)) faults.push(`${source} is not an int64`);
      return parsed;
    });
    return [...faults, ...faultsOf(schema, value)];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return ['the body is not JSON'];
  }
};

const responseCheck = ({ headers, content = {} }: DescribedResponse, status: number) => {
  // All responses have one media type.
  const [mediaType, described] = Object.entries(content)[0] ?? [];
  const ofHeaders = headersSchema(headers, mediaType);
  const ofBody = described && bodySchema(described, status);
  return (exchange: Exchange): readonly string[] => {
    const { method, bodyText } = exchange;
    const faults = faultsOf(ofHeaders, readHeaders(exchange.headers, headers));
    // The response to HEAD has no body, whatever is described.
    if (method !== 'HEAD' && ofBody !== undefined) return [...faults, ...jsonFaults(ofBody, bodyText)];
    return bodyText === '' ? faults : [...faults, 'there is a body'];
  };
};

/**
 * Checks responses against an OpenAPI 3.1 document, in tests. The status must be documented for the request, all
 * required headers must be present, every header must be documented and match its schema, and the body must match.
 * Returns the name of the documented response, such as `GET /pets/{petId} 404`, and a message for each deviation. A
 * request outside the path of the document's first server has neither.
 */
export const checkAgainstDocument = (document: DescribedApi) => {
  const nameOf = requestNames(document);
  const checks = new Map(
    [...responsesOf(document)].map(([name, response]) => [
      name,
      responseCheck(response, Number(name.split(' ').at(-1))),
    ]),
  );
  return (exchange: Exchange): { readonly response: string | undefined; readonly problems: readonly string[] } => {
    const request = nameOf(exchange.method, exchange.path);
    if (request === undefined) return { response: undefined, problems: [] };
    const response = `${request} ${exchange.status}`;
    const check = checks.get(response);
    if (check === undefined) return { response: undefined, problems: [`${response} is not documented`] };
    return { response, problems: check(exchange).map((problem) => `${response}: ${problem}`) };
  };
};
