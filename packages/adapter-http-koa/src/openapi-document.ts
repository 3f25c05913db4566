import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The addresses of the API in its document. */
export interface OpenApiOptions {
  /** The base URL of the API, or its path, ending in /v1. */
  readonly base: string;
  /** The base URL of the staging environment, if there is one. */
  readonly stagingBase?: string | undefined;
}

type Described<Kind extends string> = Readonly<Record<Kind, Readonly<Record<string, object>>>>;

/** The OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.0.html), with the parts that other code reads. */
export interface OpenApiDocument {
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly operationId: string } & Described<'responses'>>>>
  >;
  readonly components: Described<'parameters' | 'headers' | 'responses' | 'schemas'>;
  readonly 'x-common-headers': Readonly<Record<string, object>>;
  readonly 'x-unmatched-requests': Described<'options' | 'otherMethods' | 'otherPaths' | 'any'>;
}

const written: OpenApiDocument = parse(readFileSync(new URL('../openapi.yaml', import.meta.url), 'utf8'));

/** The methods that the API supports on some path. */
export const supportedMethods: readonly string[] = [
  ...new Set(Object.values(written.paths).flatMap((operations) => Object.keys(operations))),
  'head',
  'options',
]
  .map((method) => method.toUpperCase())
  .sort();

/** A part of the document and all parts within it. */
const partsOf = (part: object): readonly Readonly<Record<string, unknown>>[] => [
  part as Readonly<Record<string, unknown>>,
  ...Object.values(part).flatMap((value) => (Object(value) === value ? partsOf(value) : [])),
];

const unique = (names: readonly string[]): readonly string[] => [...new Set(names)].sort();

/** The names of all header parameters. */
export const requestHeaders: readonly string[] = unique(
  partsOf(written).flatMap((part) => (part['in'] === 'header' ? `${part['name']}` : [])),
);

/** The names of all response headers, which pages of listed origins can read. */
export const responseHeaders: readonly string[] = unique(
  partsOf({ ...written, components: written.components.responses }).flatMap((part) =>
    Object.keys({ ...Object(part['headers']), ...Object(part['x-common-headers']) }),
  ),
);

/**
 * The document of `openapi.yaml`, with the addresses of this service as its servers. If `base` is a path, it follows
 * `localUrl`, the URL at which only programs of this machine reach the service, if there is one. Otherwise it is relative to the
 * URL of the document: clients send their API key to the server, so it never names an address that is not known.
 */
export const createOpenApiDocument = ({ base, stagingBase }: OpenApiOptions, localUrl = ''): OpenApiDocument => ({
  ...written,
  servers: [
    { url: base.startsWith('/') ? localUrl + base : base, description: 'This server' },
    ...(stagingBase === undefined ? [] : [{ url: stagingBase, description: 'Staging' }]),
  ],
});
