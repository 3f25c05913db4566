import { isFormat, resolve } from '@animal-store/testkit/openapi/schema-check';
import { expect, it } from 'vitest';
import { fakePorts } from '../test/fake-ports.ts';
import { createApiRouter } from './create-app.ts';
import { createOpenApiDocument, responseHeaders } from './openapi-document.ts';
import { decodeListPetsQuery, parameterNames } from './operations/list-pets-query.ts';
import { apiPath } from './routes.ts';

// Its structure, its references and its examples are checked by the linter of `tools/outside`, its responses by each test.
const document = createOpenApiDocument({ base: '/v1' });

it('has the operations of the router, and no other', () => {
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${apiPath}${path}`),
  );
  const routes = createApiRouter(
    fakePorts(() => undefined, {}),
    { base: apiPath, getPetAfterSunset: 'gone' },
    () => () => undefined,
  ).stack.flatMap(({ path, methods }) =>
    methods
      .filter((method) => method !== 'HEAD')
      .map((method) => `${method} ${String(path).replace(/:(\w+)/g, '{$1}')}`),
  );
  expect(described.toSorted()).toEqual(routes.toSorted());
});

it.each([
  ['https://api.test/animals/v1', 'http://127.0.0.1:41234', 'https://api.test/animals/v1'],
  ['/v1', undefined, '/v1'],
  ['/animals/v1', 'http://[::1]:41234', 'http://[::1]:41234/animals/v1'],
])('with the base %s, at %s, its server is %s', (base, localUrl, url) => {
  expect(createOpenApiDocument({ base }, localUrl).servers).toEqual([{ url, description: 'This server' }]);
});

it('names the staging environment', () => {
  const staging = { url: 'https://staging.test/v1', description: 'Staging' };
  expect(createOpenApiDocument({ base: '/v1', stagingBase: staging.url }).servers[1]).toEqual(staging);
});

// Generated clients obey this form.
it('lets later versions add fields to every object, and codes of errors', () => {
  const codes: object[] = [];
  const text = JSON.stringify(document, (key, value) => {
    if (key === 'code' && typeof value === 'object') codes.push(value);
    return value;
  });
  expect(text).not.toMatch(/"(?:additional|unevaluated)Properties":(?!true)|"(?:maxProperties|propertyNames)":/);
  expect(codes.map(Object.keys)).toEqual([['type', 'description', 'examples']]);
  // Without this, a client that openapi-generator makes for Go refuses new fields.
  const { Pet: pet, Error: error } = document.components.schemas;
  expect([pet, error]).toMatchObject([{ additionalProperties: true }, { additionalProperties: true }]);
});

it('has only formats that the tests check', () => {
  const formats = JSON.stringify(document).matchAll(/"format":"([^"]*)"/g);
  expect([...formats].map(([, name = '']) => name).filter((name) => !isFormat(name))).toEqual([]);
});

it('tells the headers of a response, of an operation, of all responses and of unmatched requests', () => {
  expect(responseHeaders).toEqual(
    expect.arrayContaining(['WWW-Authenticate', 'Location', 'Sunset', 'RateLimit', 'Allow']),
  );
});

it('requires each header of all responses, but those of a rate limit', () => {
  const headers = Object.entries(document['x-common-headers']).filter(([, header]) => !Reflect.get(header, 'required'));
  expect(headers.map(([name]) => name)).toEqual(['RateLimit-Policy', 'RateLimit']);
});

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly example: unknown;
  readonly schema: { readonly default?: unknown };
}

const parametersOf = (path: string, method: string): readonly Parameter[] =>
  resolve(document, Reflect.get(Object(document.paths[path]?.[method]), 'parameters'));
const listParameters = parametersOf('/pets', 'get').filter((parameter) => parameter.in === 'query');

it('has the query parameters of a list that are read, and no other', () => {
  expect(listParameters.map(({ name }) => name)).toEqual(parameterNames);
});

const defaults = listParameters.flatMap(({ name, schema }) =>
  schema.default === undefined ? [] : `${name}=${schema.default}`,
);

it.each(defaults)('has the default %s, which is that of the service', (query) => {
  expect(decodeListPetsQuery(query)).toEqual(decodeListPetsQuery(''));
});

// Third-party tools send the examples of all parameters together, and one example or default with every request.
it('has examples that may be sent together, and with every request', () => {
  const query = listParameters.map(({ name, example }) => `${name}=${example}`).join('&');
  expect(decodeListPetsQuery(query)).toMatchObject({ _tag: 'Right' });
  const headers = parametersOf('/pets', 'post').filter((parameter) => parameter.in === 'header');
  expect(JSON.stringify(headers)).not.toMatch(/"(examples?|default)":/);
});
