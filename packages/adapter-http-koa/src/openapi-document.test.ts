import { decodeNewPet } from '@animal-store/domain';
import { schemaCheck } from '@animal-store/testkit/openapi';
import { Validator } from '@seriousme/openapi-schema-validator';
import fc from 'fast-check';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { storeWith } from '../test/fake-ports.ts';
import { apiPath } from './api-path.ts';
import { createApiRouter } from './create-app.ts';
import { errorCodes } from './message/error-codes.ts';
import { requestIdOf } from './message/request-id.ts';
import { createOpenApiDocument } from './openapi-document.ts';
import { decodeIdempotencyKey } from './operations/idempotency-key-header.ts';
import { decodeListPetsQuery } from './operations/list-pets-query.ts';

const document = createOpenApiDocument({ base: 'https://api.test/animals/v1', stagingBase: 'https://staging.test/v1' });

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly example: string | number;
  readonly schema: { readonly pattern: string };
}

const parameters = document.components.parameters as Readonly<Record<string, Parameter>>;

/** Every value of `example` and `examples`, with the pointer to the schema that it is an example of. */
const examplesIn = (node: unknown, pointer = ''): readonly (readonly [schema: string, value: unknown])[] => {
  if (typeof node !== 'object' || node === null) return [];
  const { example, examples, schema } = node as Readonly<Record<string, unknown>>;
  const named = Array.isArray(examples) ? examples : Object.values(Object(examples)).map((one) => Object(one).value);
  return [
    ...[...(example === undefined ? [] : [example]), ...named].map(
      (value) => [schema === undefined ? pointer : `${pointer}/schema`, value] as const,
    ),
    ...Object.entries(node)
      .filter(([key]) => key !== 'example' && key !== 'examples')
      .flatMap(([key, child]) => examplesIn(child, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)),
  ];
};

it('is valid OpenAPI 3.1, including every reference', async () => {
  const validator = new Validator();
  expect(await validator.validate(JSON.parse(JSON.stringify(document)))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
  expect(() => validator.resolveRefs()).not.toThrow();
});

it('has only valid examples', () => {
  const check = schemaCheck(document);
  const examples = examplesIn(document);
  expect(examples.length).toBeGreaterThan(30);
  expect(examples.filter(([schema, value]) => check(schema, value).length > 0)).toEqual([]);
});

it('refers to each of its components', () => {
  const text = JSON.stringify(document);
  const pointers = Object.entries(document.components)
    .filter(([kind]) => kind !== 'securitySchemes')
    .flatMap(([kind, named]) => Object.keys(named).map((name) => `"#/components/${kind}/${name}"`));
  expect(pointers.filter((pointer) => !text.includes(pointer))).toEqual([]);
});

it('has the operations of the router, and no other', () => {
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${apiPath}${path}`),
  );
  const routes = createApiRouter({ store: storeWith({}) }, apiPath, () => false).stack.flatMap(({ path, methods }) =>
    methods
      .filter((method) => method !== 'HEAD')
      .map((method) => `${method} ${String(path).replace(/:(\w+)/g, '{$1}')}`),
  );
  expect(described.toSorted()).toEqual(routes.toSorted());
});

it('names the configured servers; a path follows an origin that a program can send to', () => {
  expect(document.servers).toEqual([
    { url: 'https://api.test/animals/v1', description: 'This server' },
    { url: 'https://staging.test/v1', description: 'Staging' },
  ]);
  expect(createOpenApiDocument({ base: '/animals/v1' }).servers).toEqual([
    {
      url: '{origin}/animals/v1',
      description: 'This server',
      variables: { origin: { default: 'http://127.0.0.1:8080', description: 'Where the service listens.' } },
    },
  ]);
});

it('lists every error code with its status', () => {
  const { description } = Reflect.get(Object(document.components.schemas['Error']).properties, 'code');
  for (const [code, { status }] of Object.entries(errorCodes)) {
    expect(description.replaceAll(/\s+/g, ' ')).toMatch(new RegExp(`\`${code}\`(?:, \`\\w+\`)? \\(${status}\\)`));
  }
});

// Importers send the examples of all parameters together.
it('has examples that may be sent together', () => {
  const query = Object.values(parameters).filter((parameter) => parameter.in === 'query');
  const text = new URLSearchParams(query.map(({ name, example }): [string, string] => [name, `${example}`]));
  expect(decodeListPetsQuery(`${text}`)).toEqual(E.right({ limit: 50, status: 'available', after: 0n }));
  expect(decodeIdempotencyKey(`${parameters['IdempotencyKey']?.example}`)).toEqual(E.right('{{$guid}}'));
});

// Texts that are often near the border of the rule, quotes and lengths included.
const visible = fc.string({ unit: fc.constantFrom('a', '"', '\\', '!', '~', ' ', 'é', '\t'), maxLength: 6 });
const long = fc.integer({ min: 250, max: 260 }).map((length) => 'k'.repeat(length));
const escaped = fc.integer({ min: 250, max: 260 }).map((length) => '\\"'.repeat(length));
const texts = fc.oneof(
  visible,
  long,
  fc.oneof(visible, long, escaped).map((text) => `"${text}"`),
);

it('has the patterns of the headers that the service reads', () => {
  const key = new RegExp(parameters['IdempotencyKey']?.schema.pattern ?? '');
  const id = new RegExp((document['x-common-headers']['X-Request-Id'] as Parameter).schema.pattern);
  const ids = fc.string({ unit: fc.constantFrom('a', 'Z', '9', '.', '_', '-', ' ', '/'), maxLength: 66 });
  fc.assert(
    fc.property(texts, ids, (text, requestId) => {
      expect(key.test(text)).toBe(E.isRight(decodeIdempotencyKey(text)));
      expect(id.test(requestId)).toBe(requestIdOf(requestId) === requestId);
    }),
    { numRuns: 2_000 },
  );
});

it.each([
  { name: 'Rex', categoryId: 7 },
  { name: '', categoryId: -7, status: 'sold' },
  { name: '🐶'.repeat(1_000), categoryId: 7 },
  { name: 'Rex' },
  { categoryId: 7 },
  { name: 1, categoryId: 7 },
  { name: 'Rex', categoryId: '7' },
  { name: 'Rex', categoryId: 7.5 },
  { name: 'Rex', categoryId: 7, status: 'lost' },
  { name: 'Rex', categoryId: 7, status: null },
  [],
])('PetInput accepts what the service accepts: %j', (body) => {
  const check = schemaCheck(document);
  expect(check('/components/schemas/PetInput', body).length === 0).toBe(E.isRight(decodeNewPet(body)));
});
