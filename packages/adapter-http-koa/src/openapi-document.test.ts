import { decodeNewPet } from '@animal-store/domain';
import { faultsOf, resolve } from '@animal-store/testkit/openapi/schema-check';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { storeWith } from '../test/fake-ports.ts';
import { apiPath } from './api-path.ts';
import { createApiRouter } from './create-app.ts';
import { errorCodes } from './message/error-codes.ts';
import { createOpenApiDocument, responseHeaders, supportedMethods } from './openapi-document.ts';
import { decodeIdempotencyKey } from './operations/idempotency-key-header.ts';
import { decodeListPetsQuery, queryRules } from './operations/list-pets-query.ts';

// Its structure, its references and its examples are checked by the linter of `tools/outside`, its responses by each test.
const document = createOpenApiDocument({ base: '/v1' });

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
  const own = { url: 'https://api.test/animals/v1', description: 'This server' };
  const staging = { url: 'https://staging.test/v1', description: 'Staging' };
  expect(createOpenApiDocument({ base: own.url, stagingBase: staging.url }).servers).toEqual([own, staging]);
  const origin = { default: 'http://127.0.0.1:8080', description: 'Where the service listens.' };
  expect(document.servers).toEqual([{ ...own, url: '{origin}/v1', variables: { origin } }]);
});

it('lists every error code with its status', () => {
  const { description } = Reflect.get(Object(document.components.schemas['Error']).properties, 'code');
  for (const [code, { status }] of Object.entries(errorCodes)) {
    expect(description.replaceAll(/\s+/g, ' ')).toMatch(new RegExp(`\`${code}\`(?:, \`\\w+\`)? \\(${status}\\)`));
  }
});

it('tells the headers that clients need, and the methods', () => {
  const needed = [
    'Link',
    'Location',
    'Retry-After',
    'Sunset',
    'Allow',
    'RateLimit',
    'X-Request-Id',
    'WWW-Authenticate',
  ];
  expect(responseHeaders.filter((name) => needed.includes(name)).toSorted()).toEqual(needed.toSorted());
  expect(supportedMethods).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
});

it('has the query parameters of a list that are read, and no other', () => {
  const described = Object.values(document.components.parameters).map((parameter) => Object(parameter));
  const names = described.filter((parameter) => parameter.in === 'query').map(({ name }) => `${name}`);
  expect(names).toEqual(Object.keys(queryRules));
});

// Importers send the examples of all parameters together.
it('has examples that may be sent together', () => {
  const { Limit, Status, Cursor, IdempotencyKey } = document.components.parameters as Readonly<
    Record<string, { readonly example: string }>
  >;
  const query = `limit=${Limit?.example}&status=${Status?.example}&cursor=${Cursor?.example}`;
  expect(decodeListPetsQuery(query)).toEqual(E.right({ limit: 50, status: 'available', after: 0n }));
  expect(decodeIdempotencyKey(IdempotencyKey?.example)).toEqual(E.right('{{$guid}}'));
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
  const faults = faultsOf(resolve(document, document.components.schemas['PetInput'] ?? {}), body);
  expect(faults.length === 0).toBe(E.isRight(decodeNewPet(body)));
});
