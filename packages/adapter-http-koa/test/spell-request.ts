import { resolve } from '@animal-store/testkit/openapi/schema-check';
import { expect } from 'vitest';
import { credential } from './fake-ports.ts';
import { document } from './open-connection.ts';

/** The header line that the fakes accept. */
export const withKey: string = `Authorization: Bearer ${credential}`;

export const spell = (methodAndTarget: string, headers: readonly string[] = [], body = ''): string =>
  [`${methodAndTarget} HTTP/1.1`, 'Host: localhost', ...headers, '', body].join('\r\n');

export const animal = '{"name":"Rex","categoryId":1}';

/** The headers of an authenticated POST with a JSON body. */
export const jsonHeaders = (...headers: readonly string[]): readonly string[] => [
  withKey,
  'Content-Type: application/json',
  ...headers,
];

export const spellPost = (body: string, ...headers: readonly string[]): string =>
  spell('POST /v1/pets', jsonHeaders(`Content-Length: ${Buffer.byteLength(body, 'latin1')}`, ...headers), body);

/** One chunk of a body (RFC 9112, section 7.1). An empty one is the last. */
export const chunk = (data: string): string => `${data.length.toString(16)}\r\n${data}\r\n`;

export const errorBody = (code: string, message: string, status: number): string =>
  JSON.stringify({ code, message, status });

interface Header {
  readonly required?: boolean;
  readonly schema: { readonly const?: string };
}

/** The headers of all responses, as a client gets them, with the values that `openapi.yaml` fixes. */
export const commonHeaders = (requestId: unknown): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(
    Object.entries(document['x-common-headers'] as Readonly<Record<string, Header>>)
      .filter(([, { required }]) => required)
      .map(([name, { schema }]) => [name.toLowerCase(), schema.const ?? expect.any(String)]),
  ),
  'x-request-id': requestId,
});

interface Requests {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: object; readonly examples: object }>>;
  };
}

/** The target of a path of the document, for the animal with this id. */
export const targetOf = (path: string, id: bigint = 1n): string => `/v1${path.replace('{petId}', String(id))}`;

/** The operations of the OpenAPI document, for tables that apply to all of them. */
export const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(resolve(document, item) as Readonly<Record<string, Requests>>).map(([method, own]) => {
    const { parameters = [], requestBody } = own;
    /** Its body, if it has one: the media type, the schema, and the first example. */
    const [body] = Object.entries(requestBody?.content ?? {}).map(([mediaType, { schema, examples }]) => ({
      mediaType,
      schema,
      text: JSON.stringify(Object.values(examples)[0].value),
    }));
    const target = (id?: bigint): string => targetOf(path, id);
    const headers = parameters.flatMap((parameter) => (parameter.in === 'header' ? parameter.name : []));
    return { method: method.toUpperCase(), path, target, headers, body };
  }),
);

/** The methods that each path of the document supports, as `Allow` lists them. */
export const allowed: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(Object.groupBy(operations, ({ path }) => path)).map(([path, own = []]) => {
    const described = own.map(({ method }) => method);
    return [path, [...described, ...(described.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort()];
  }),
);

/** A valid request of an operation on the animal 1. */
export const spellOperation = ({ method, target, body }: (typeof operations)[number]): string => {
  const line = `${method} ${target()}`;
  if (body === undefined) return spell(line, [withKey]);
  const { mediaType, text } = body;
  return spell(line, [withKey, `Content-Type: ${mediaType}`, `Content-Length: ${text.length}`], text);
};
