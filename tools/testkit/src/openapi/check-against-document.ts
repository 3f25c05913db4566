import { faultsOf, resolve } from './schema-check.ts';

type Headers = Readonly<Record<string, { readonly required?: boolean; readonly schema: { readonly type?: string } }>>;

interface Content {
  readonly schema: object;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Requests {
  readonly responses: Readonly<
    Record<string, { readonly headers?: Headers; readonly content?: Readonly<Record<string, Content>> }>
  >;
  readonly 'x-common-headers'?: Headers;
}

/** The parts of an OpenAPI 3.1 document that describe responses. */
interface DescribedApi {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Requests>>>>;
  /** The headers of every response. An operation can have more of its own. */
  readonly 'x-common-headers': Headers;
  /** The responses to requests under a server that match no operation. Each of the three can get those of `any`, too. */
  readonly 'x-unmatched-requests': Readonly<
    Record<'options' | 'otherMethods' | 'otherPaths' | 'any', Requests['responses']>
  >;
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

/** Every documented response, with its name, such as `GET /pets/{petId} 404`. */
const responsesOf = ({ paths, 'x-common-headers': common, 'x-unmatched-requests': unmatched }: DescribedApi) => {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, requests]) => [`${method.toUpperCase()} ${path}`, requests] as const),
  );
  const { any, ...others } = unmatched;
  const all: readonly (readonly [string, Requests])[] = [
    ...operations,
    ...Object.entries(others).map(([name, own]) => [name, { responses: { ...any, ...own } }] as const),
  ];
  return all.flatMap(([name, requests]) =>
    Object.entries(requests.responses).map(([status, { headers, content = {} }]) => ({
      name: `${name} ${status}`,
      status: Number(status),
      headers: Object.entries({ ...common, ...requests['x-common-headers'], ...headers }),
      // All responses have one media type.
      content: Object.entries(content)[0],
    })),
  );
};

type DescribedResponse = ReturnType<typeof responsesOf>[number];

/** The documented responses that were not produced. */
export const unproducedResponses = (document: object, produced: ReadonlySet<string>): readonly string[] =>
  responsesOf(resolve(document, document as DescribedApi)).flatMap(({ name }) => (produced.has(name) ? [] : name));

/** Names a request by the document; undefined if its path is outside the server. */
const nameOf = ({ servers, paths }: DescribedApi, method: string, target: string): string | undefined => {
  // A proxy may remove the path before the version segment, so it is ignored.
  const [base = ''] = /\/[^/]+$/.exec(servers[0]?.url ?? '') ?? [];
  const [path = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split('?');
  if (path !== base && !path.startsWith(`${base}/`)) return undefined;
  const found = Object.entries(paths).find(([template]) =>
    new RegExp(`^${base}${template.replaceAll(/\{[^{}]+\}/g, '[^/]+')}$`).test(path),
  );
  if (found === undefined) return 'otherPaths';
  if (method === 'OPTIONS') return 'options';
  const [template, item] = found;
  // The response to HEAD is the response to GET without its body.
  const described = method === 'HEAD' ? 'GET' : method;
  return described.toLowerCase() in item ? `${described} ${template}` : 'otherMethods';
};

// Headers of the connection and of HTTP itself, which OpenAPI does not describe.
const transport = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];

/** Makes a check of the header lines of a response. */
const headersCheck = ({ headers, content }: DescribedResponse) => {
  const described = new Map(headers.map(([name, header]) => [name.toLowerCase(), header]));
  const properties: Record<string, { readonly type?: string; readonly const?: string }> = {
    ...Object.fromEntries(transport.map((name) => [name, {}])),
    // Its parameters matter, because another charset is another media type.
    ...(content && { 'content-type': { const: content[0] } }),
    ...Object.fromEntries([...described].map(([name, { schema }]) => [name, schema])),
  };
  const required = [...described].flatMap(([name, header]) => (header.required ? name : []));
  const schema = {
    type: 'object',
    properties,
    required: content ? ['content-type', ...required] : required,
    additionalProperties: false,
  };
  return (lines: Exchange['headers']): readonly string[] => {
    const values = [...Map.groupBy(lines, ([name]) => name.toLowerCase())].map(([name, found]) => {
      const [value = '', ...more] = found.map(([, text]) => text);
      // No schema allows the array of a header that is repeated.
      if (more.length > 0) return [name, [value, ...more]];
      return [name, properties[name]?.type === 'integer' && /^\d+$/.test(value) ? Number(value) : value];
    });
    return faultsOf(schema, Object.fromEntries(values));
  };
};

/**
 * Makes a check of the JSON of a response. A validator knows only JavaScript numbers, and a large integer is rounded to another
 * integer, so this also finds what rounding hides: an integer outside int64, a number that is an integer only after
 * rounding, and one that is not written in plain digits.
 */
const bodyCheck = ({ schema, example, examples = {} }: Content, status: number) => {
  // An error has a code of one of its examples. The schema cannot say so, because later versions may add codes.
  const shown = [example, ...Object.values(examples).map(({ value }) => value)];
  const codes = shown.flatMap((value) => Object(value).code ?? []);
  const error = { properties: { code: { enum: codes }, status: { const: status } } };
  const whole = status < 400 ? schema : { allOf: [schema, error] };
  return (text: string): readonly string[] => {
    const faults: string[] = [];
    try {
      const value = JSON.parse(text, (_key, parsed: unknown, context?: { readonly source: string }) => {
        const source = context?.source ?? '';
        if (!Number.isInteger(parsed)) return parsed;
        if (!/^-?\d+$/.test(source)) faults.push(`${source} is not written in plain digits`);
        else if (BigInt.asIntN(64, BigInt(source)) !== BigInt(source)) faults.push(`${source} is not an int64`);
        return parsed;
      });
      return [...faults, ...faultsOf(whole, value)];
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return ['the body is not JSON'];
    }
  };
};

const responseCheck = (described: DescribedResponse) => {
  const checkHeaders = headersCheck(described);
  const checkBody = described.content && bodyCheck(described.content[1], described.status);
  return ({ method, headers, bodyText }: Exchange): readonly string[] => {
    const faults = checkHeaders(headers);
    // The response to HEAD has no body, whatever is described.
    if (method !== 'HEAD' && checkBody !== undefined) return [...faults, ...checkBody(bodyText)];
    return bodyText === '' ? faults : [...faults, 'there is a body'];
  };
};

/**
 * Checks responses against an OpenAPI 3.1 document, in tests. The status must be documented for the request, all
 * required headers must be present, every header must be documented and match its schema, and the body must match.
 * Returns the name of the documented response, such as `GET /pets/{petId} 404`, and a message for each deviation. A
 * request outside the path of the document's first server has neither.
 */
export const checkAgainstDocument = (document: object) => {
  const api = resolve(document, document as DescribedApi);
  const checks = new Map(responsesOf(api).map((described) => [described.name, responseCheck(described)]));
  return (exchange: Exchange): { readonly response: string | undefined; readonly problems: readonly string[] } => {
    const request = nameOf(api, exchange.method, exchange.path);
    if (request === undefined) return { response: undefined, problems: [] };
    const response = `${request} ${exchange.status}`;
    const check = checks.get(response);
    if (check === undefined) return { response: undefined, problems: [`${response} is not documented`] };
    return { response, problems: check(exchange).map((problem) => `${response}: ${problem}`) };
  };
};
