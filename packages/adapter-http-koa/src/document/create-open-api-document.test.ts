import { isDeepStrictEqual } from 'node:util';
import { maxJsonNesting, type PetId } from '@animal-store/domain';
import { schemaCheck } from '@animal-store/testkit/openapi';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeEach, expect, it } from 'vitest';
import { storeWith } from '../../test/fake-ports.ts';
import { contentCodings } from '../body/read-json-body.ts';
import { maxBodyBytes, maxHeaderSize, maxSmallPieces, timeLimits } from '../limits.ts';
import { type ErrorCode, errorCodes } from '../message/error-codes.ts';
import { deprecation, sunset } from '../message/pet-removal.ts';
import type {
  DescribedResponse,
  DescribedResponses,
  OpenApiDocument,
  Operation,
  Reference,
} from '../openapi/open-api-document.ts';
import { encodeCursor } from '../operations/cursor.ts';
import { createOpenApiDocument } from './create-open-api-document.ts';

const addresses = { base: 'https://api.test/animals/v1', stagingBase: 'https://staging.test/v1' };

let document: OpenApiDocument;
let operations: readonly Operation[];

// Each test makes the document, so that StrykerJS knows which tests run through its code.
beforeEach(() => {
  document = createOpenApiDocument(addresses);
  operations = Object.values(document.paths).flatMap((item) => Object.values(item));
});

// What a client reads: text, not the objects that it was made of.
const parse = (): Record<string, unknown> => JSON.parse(JSON.stringify(document));

interface Example {
  readonly schema: string;
  readonly value: unknown;
}

/** The values of `example` and `examples`, the latter an array in a schema and an object elsewhere. */
const valuesOf = (node: object): readonly unknown[] => {
  const example = 'example' in node ? [node.example] : [];
  if (!('examples' in node)) return example;
  const named = node.examples as Readonly<Record<string, { readonly value: unknown }>>;
  const examples = Array.isArray(node.examples) ? node.examples : Object.values(named).map(({ value }) => value);
  return [...example, ...examples];
};

/** Every example in the document, with the pointer to the schema that it is an example of. */
const examplesIn = (node: unknown, pointer = ''): readonly Example[] => {
  if (typeof node !== 'object' || node === null) return [];
  const schema = 'schema' in node ? `${pointer}/schema` : pointer;
  return [
    ...valuesOf(node).map((value) => ({ schema, value })),
    ...Object.entries(node)
      .filter(([key]) => key !== 'example' && key !== 'examples')
      .flatMap(([key, child]) => examplesIn(child, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)),
  ];
};

const codesOf = (response: DescribedResponse | Reference): readonly string[] => {
  const described =
    '$ref' in response ? document.components.responses[response.$ref.split('/').at(-1) ?? ''] : response;
  return described?.['x-error-codes'] ?? [];
};

/** The outcomes of requests: the codes of errors, and the statuses of other responses. */
const outcomesOf = (requests: { readonly responses: DescribedResponses } | undefined): readonly string[] =>
  Object.entries(requests?.responses ?? {}).flatMap(([status, response]) =>
    Number(status) < 400 ? [status] : codesOf(response),
  );

/** A date as a text spells it, such as `5 December 2030`. */
const spelled = (date: Date): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(date);

const always = [
  ...'invalid_request unauthorized request_timeout payload_too_large expectation_failed headers_too_large'.split(' '),
  ...['internal_error', 'rate_limited', 'service_unavailable'],
] as const;

it('is valid OpenAPI 3.1, including every reference', async () => {
  const validator = new Validator();
  expect(await validator.validate(parse())).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
  expect(() => validator.resolveRefs()).not.toThrow();
});

it('has only valid examples', () => {
  const check = schemaCheck(document);
  const examples = examplesIn(parse());
  expect(examples.length).toBeGreaterThan(50);
  expect(examples.map((example) => ({ ...example, faults: check(example.schema, example.value) }))).toEqual(
    examples.map((example) => ({ ...example, faults: [] })),
  );
});

it('has an example of every parameter, header and body', () => {
  const { parameters, headers, responses } = document.components;
  const bodies = [
    ...operations.flatMap(({ requestBody, responses: own }) => [requestBody, ...Object.values(own)]),
    ...Object.values(responses),
  ].flatMap((response) =>
    response !== undefined && 'content' in response && response.content ? [response.content] : [],
  );
  const described = bodies.flatMap((content) => Object.values(content)).filter((content) => content !== undefined);
  expect(described.length).toBeGreaterThan(20);
  expect(described.filter(({ examples }) => Object.keys(examples).length === 0)).toEqual([]);
  const { Cursor, ...others } = parameters;
  const named = [...Object.values(others), ...Object.values(headers)];
  expect(named.filter(({ example }) => example === undefined)).toEqual([]);
});

// Long texts are joined from parts and paragraphs.
it('has no empty object, no empty list of examples, and no text that lacks a part', () => {
  const faults: unknown[] = [];
  JSON.stringify(document, (key, node) => {
    const isWhole = (text: string): boolean =>
      text !== '' && text === text.trim() && !/\n{3}| \n|\n\n[a-z]|\.[A-Z`]/.test(text);
    const isFault = typeof node === 'string' ? !isWhole(node) : isDeepStrictEqual(node, {});
    const isCutOff = key === 'description' && /^[^A-Z`]/.test(node);
    if (isFault || isCutOff || (key === 'examples' && node.length === 0)) faults.push([key, node]);
    return node;
  });
  expect(faults).toEqual([]);
  expect(JSON.stringify(document)).not.toContain('"":');
});

it('refers to each of its components, and describes each tag', () => {
  const { securitySchemes, ...components } = document.components;
  const pointers = Object.entries(components).flatMap(([kind, named]) =>
    Object.keys(named).map((name) => `"#/components/${kind}/${name}"`),
  );
  const text = JSON.stringify(document);
  expect(pointers.filter((pointer) => !text.includes(pointer))).toEqual([]);
  expect(operations.map(({ tags }) => tags)).toEqual(operations.map(() => document.tags.map(({ name }) => name)));
});

it('names the dates, the headers and the limits of the service in its texts', () => {
  const { responses, headers } = document.components;
  const getPet = document.paths['/pets/{petId}']?.get;
  const { requestBody } = document.paths['/pets']?.post ?? {};
  const [since, end] = [spelled(new Date(Number(deprecation.slice(1)) * 1_000)), spelled(new Date(sunset))];
  const texts: readonly (readonly [string | undefined, ...(readonly string[])])[] = [
    [getPet?.description, end, '`Deprecation`', '`Sunset`', '`Link: <…>; rel="successor-version"`'],
    [requestBody?.description, `${maxBodyBytes} bytes`, `${maxJsonNesting} levels`, contentCodings.join(', ')],
    [responses['Gone']?.description, end],
    [headers['Deprecation']?.description, since],
    [responses['MessageTooLarge']?.description, `${maxSmallPieces} pieces`],
    [responses['HeadersTooLarge']?.description, `${maxHeaderSize / 1024} KiB`],
    [
      responses['RequestTimeout']?.description,
      `${timeLimits.headersTimeout / 1_000} seconds`,
      `${timeLimits.requestTimeout / 1_000}.`,
    ],
  ];
  for (const [text, ...parts] of texts) for (const part of parts) expect(text).toContain(part);
});

it('is about version 1.0.0, under the MIT licence', () => {
  expect(document.info).toMatchObject({
    title: 'Animal Store Service',
    version: '1.0.0',
    license: { name: 'MIT', identifier: 'MIT' },
  });
});

it('names the servers that are configured', () => {
  expect(document.servers).toEqual([
    { url: 'https://api.test/animals/v1', description: 'This server' },
    { url: 'https://staging.test/v1', description: 'Staging' },
  ]);
  expect(createOpenApiDocument({ base: '/v1' }).servers).toEqual([{ url: '/v1', description: 'This server' }]);
});

it('builds every link on the base', () => {
  const { NextPage, Location, SuccessorVersion } = document.components.headers;
  expect([NextPage, Location, SuccessorVersion].map((header) => header?.example)).toEqual([
    `<https://api.test/animals/v1/pets?limit=20&cursor=${encodeCursor(20n as PetId, undefined)}>; rel="next"`,
    'https://api.test/animals/v1/pets/1',
    '<https://api.test/animals/v1/pets>; rel="successor-version"',
  ]);
});

it('requires a new animal, and links it to the operation that fetches it', () => {
  const { requestBody, responses } = document.paths['/pets']?.post ?? {};
  expect(requestBody?.required).toBe(true);
  const added = responses?.['201'];
  expect(added !== undefined && 'links' in added ? added.links : undefined).toMatchObject({
    added: { operationId: 'getPet', parameters: { petId: '$response.body#/id' } },
  });
});

it('has no reference with siblings, which generators of clients refuse', () => {
  const siblings: unknown[] = [];
  JSON.stringify(document, (_key, node) => {
    if (typeof node === 'object' && node !== null && '$ref' in node && Object.keys(node).length > 1)
      siblings.push(node);
    return node;
  });
  expect(siblings).toEqual([]);
});

it('says of each write how to retry it', () => {
  const writes = Object.values(document.paths).flatMap(({ get, ...others }) => Object.values(others));
  expect(writes.length).toBeGreaterThan(0);
  for (const { description } of writes) expect(description).toMatch(/\bretr(?:y|ies)\b/i);
});

it('has the operation of each use case', () => {
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(storeWith({})).toSorted());
});

it('deprecates only getPet', () => {
  expect(operations.filter(({ deprecated }) => deprecated)).toEqual([document.paths['/pets/{petId}']?.get]);
});

it('needs the API key as a bearer token for everything', () => {
  expect(document.security).toEqual([{ bearerAuth: [] }]);
  expect(document.components.securitySchemes['bearerAuth']).toMatchObject({ type: 'http', scheme: 'bearer' });
  expect(operations.filter((operation) => 'security' in operation)).toEqual([]);
});

it.each([
  ['/pets', 'get', ['200', 'invalid_parameter', ...always]],
  ['/pets', 'post', ['201', 'unsupported_media_type', 'idempotency_key_reused', ...always]],
  ['/pets/{petId}', 'get', ['200', 'not_found', 'gone', ...always]],
] as const)('describes the responses to %s %s as %j', (path, method, expected) => {
  expect(outcomesOf(document.paths[path]?.[method]).toSorted()).toEqual(expected.toSorted());
});

it('describes OPTIONS, other methods and other paths', () => {
  const { options, otherMethods, otherPaths } = document['x-unmatched-requests'];
  expect(outcomesOf(options).toSorted()).toEqual(['204', ...always].toSorted());
  expect(options.responses['204']).toMatchObject({ headers: { Allow: { required: true } } });
  expect(outcomesOf(otherMethods).toSorted()).toEqual(['method_not_allowed', ...always].toSorted());
  expect(outcomesOf(otherPaths).toSorted()).toEqual(['not_found', ...always].toSorted());
});

it('has every error under the status of its codes', () => {
  const requests = [...operations, ...Object.values(document['x-unmatched-requests'])];
  const errors = requests.flatMap(({ responses }) => Object.entries(responses));
  const statuses = errors.flatMap(([status, response]) => codesOf(response).map((code) => [code, Number(status)]));
  expect(statuses).toEqual(statuses.map(([code]) => [code, errorCodes[code as ErrorCode].status]));
});

it('demands each header and field of a response that is always there, and says that integers are int64', () => {
  const { headers, schemas, responses } = document.components;
  // An error that comes before the operation is known cannot announce its removal.
  const ifKnown = { required: false };
  expect(responses['GetPetInvalidMessage']?.headers).toMatchObject({
    Deprecation: ifKnown,
    Sunset: ifKnown,
    Link: ifKnown,
  });
  const optional = Object.keys(headers).filter((name) => headers[name]?.required !== true);
  expect(optional.toSorted()).toEqual(['Location', 'NextPage', 'RateLimit', 'RateLimitPolicy']);
  const { Pet, Error: error } = schemas;
  expect([Pet?.required, error?.required]).toEqual([
    ['id', 'name', 'categoryId'],
    ['code', 'message', 'status'],
  ]);
  const { id, categoryId } = Pet?.properties ?? {};
  for (const integer of [id, categoryId]) expect(integer).toMatchObject({ type: 'integer', format: 'int64' });
});

it('begins its guide with the media types of bodies', () => {
  const types = new Set(operations.flatMap(({ requestBody }) => Object.keys(requestBody?.content ?? {})));
  expect(document.info['x-guide']).toContain(
    `All bodies are JSON, with \`Content-Type: ${[...types].join('` or `')}\` and no charset;`,
  );
});

it('lists every error code', () => {
  expect(document.components.schemas['Error']?.properties?.['code']?.enum).toEqual(Object.keys(errorCodes));
  for (const [code, { status }] of Object.entries(errorCodes)) {
    expect(document.info['x-guide']).toContain(`\n- \`${code}\` (${status}): `);
  }
});

it('has limits of the page in its schema, and no bound of int64 that JSON.stringify would round', () => {
  const { Limit, PetId } = document.components.parameters;
  expect(Limit?.schema).toEqual({ type: 'integer', minimum: 1, maximum: 100, default: 20 });
  expect(PetId?.schema).toEqual({ type: 'integer', format: 'int64' });
  expect(JSON.stringify(document)).not.toMatch(/"(?:minimum|maximum)":-?\d{4}/);
});
