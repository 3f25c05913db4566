import { describe, expect, it } from 'vitest';
import { checkAgainstDocument, type Exchange, unproducedResponses } from './check-against-document.ts';
import { schemaCheck } from './schema-check.ts';

const json = (schema: object): object => ({ 'application/json': { schema } });
const error = (code: string, headers: object = {}): object => ({
  headers,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example: { code } } },
});
const int64 = { type: 'integer', format: 'int64' };

/** A small document that uses every feature that the checks support. */
const document = {
  openapi: '3.1.0',
  servers: [{ url: 'https://api.test/animals/v1' }, { url: 'https://staging.test/v2' }],
  paths: {
    '/cats/{id}': {
      get: {
        'x-common-headers': { Sunset: { schema: { type: 'string' } } },
        responses: {
          200: { content: json({ $ref: '#/components/schemas/Cat' }) },
          404: { $ref: '#/components/responses/NotFound' },
        },
      },
    },
  },
  'x-common-headers': { 'X-Request-Id': { required: true, schema: { type: 'string', pattern: '^[a-z0-9]+$' } } },
  'x-unmatched-requests': {
    options: { 204: {} },
    otherMethods: { 405: error('not_allowed') },
    otherPaths: { 404: { $ref: '#/components/responses/NotFound' } },
    any: { 400: error('not_http') },
  },
  components: {
    headers: {
      RetryAfter: { schema: { type: 'integer', minimum: 1 } },
    },
    responses: {
      NotFound: error('not_found', { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
    },
    schemas: {
      Cat: {
        type: 'object',
        required: ['id', 'tags'],
        additionalProperties: true,
        properties: { id: int64, tags: { type: 'array', items: int64 } },
      },
      Error: {
        type: 'object',
        required: ['code', 'status'],
        properties: { code: { type: 'string' }, status: { type: 'integer' } },
      },
    },
  },
};

const check = checkAgainstDocument(document);

const headers = { 'x-request-id': 'r1', 'Content-Type': 'application/json', date: 'now', 'content-length': '0' };
const withHeaders = (changed: object): Pick<Exchange, 'headers'> => ({
  headers: Object.entries({ ...headers, ...changed }),
});

const found: Exchange = {
  method: 'GET',
  path: '/v1/cats/1?full=1',
  status: 200,
  ...withHeaders({}),
  bodyText: '{"id":9007199254740993,"tags":[]}',
};
const lost: Exchange = { ...found, status: 404, bodyText: '{"code":"not_found","status":404}' };
const options: Exchange = { ...found, method: 'OPTIONS', status: 204 };
const noBody = { headers: Object.entries({ 'x-request-id': 'r1' }), bodyText: '' };
const body = (bodyText: string): Exchange => ({ ...found, bodyText });

describe('checkAgainstDocument', () => {
  it.each<[string, Exchange, string]>([
    ['a target in absolute form', { ...found, path: 'http://other.test/v1/cats/1' }, 'GET /cats/{id} 200'],
    ['an integer header', { ...lost, ...withHeaders({ 'retry-after': '1' }) }, 'GET /cats/{id} 404'],
    ['a header of the operation', { ...lost, ...withHeaders({ sunset: 'soon' }) }, 'GET /cats/{id} 404'],
    ['headers of fetch', { ...found, headers: new Headers(headers) }, 'GET /cats/{id} 200'],
    ['HEAD without a body', { ...found, method: 'HEAD', bodyText: '' }, 'GET /cats/{id} 200'],
    ['no body if none is documented', { ...options, ...noBody }, 'options 204'],
    ['another path', { ...lost, path: '/v1/cats/1/2' }, 'otherPaths 404'],
    ['all of int64', body('{"id":-9223372036854775808,"tags":[9223372036854775807]}'), 'GET /cats/{id} 200'],
  ])('passes %s', (_, exchange, response) => {
    expect(check(exchange)).toEqual({ response, problems: [] });
  });

  it.each<[string, Exchange]>([
    [
      '/headers/x-request-id must be string {"type":"string"}',
      { ...found, headers: [...found.headers, ['X-Request-Id', 'r2']] },
    ],
    [
      `/headers must have required property 'x-request-id' {"missingProperty":"x-request-id"}`,
      { ...found, headers: [['content-type', 'application/json']] },
    ],
    [
      '/headers must NOT have additional properties {"additionalProperty":"server"}',
      { ...found, ...withHeaders({ server: 'x' }) },
    ],
    [
      '/headers/content-type must be equal to constant {"allowedValue":"application/json"}',
      { ...found, ...withHeaders({ 'Content-Type': 'application/json; charset=utf-8' }) },
    ],
    [
      '/headers/retry-after must be >= 1 {"comparison":">=","limit":1}',
      { ...lost, ...withHeaders({ 'retry-after': '0' }) },
    ],
    ['/body is not JSON', body('cat')],
    ['/body/tags must be array {"type":"array"}', body('{"id":1,"tags":{}}')],
    ['/body must NOT have additional properties {"additionalProperty":"x"}', body('{"id":1,"tags":[],"x":1}')],
    ['/body 9007199254740991.4 is not written in plain digits', body('{"id":9007199254740991.4,"tags":[]}')],
    ['/body 1e2 is not written in plain digits', body('{"id":1e2,"tags":[]}')],
    ['/body 9223372036854775808 is not an int64', body('{"id":9223372036854775808,"tags":[]}')],
    [
      '/body/code must be equal to one of the allowed values {"allowedValues":["not_found"]}',
      { ...lost, bodyText: '{"code":"gone","status":404}' },
    ],
    [
      '/body/status must be equal to constant {"allowedValue":404}',
      { ...lost, bodyText: '{"code":"not_found","status":410}' },
    ],
    ['the response to HEAD has a body', { ...found, method: 'HEAD' }],
  ])('reports: %s', (problem, exchange) => {
    const response = `GET /cats/{id} ${exchange.status}`;
    expect(check(exchange)).toEqual({ response, problems: [`${response}: ${problem}`] });
  });

  it('reports a body and a media type if no body is documented', () => {
    expect(check(options).problems).toEqual([
      'options 204: /headers must NOT have additional properties {"additionalProperty":"content-type"}',
      'options 204: /body must be equal to constant {"allowedValue":""}',
    ]);
  });

  it.each<[string, Partial<Exchange>]>([
    ['GET /cats/{id} 418', { status: 418 }],
    ['otherMethods 200', { method: 'DELETE' }],
    ['otherPaths 200', { path: '/v1/dogs' }],
  ])('reports that %s is not documented', (response, changed) => {
    expect(check({ ...found, ...changed })).toEqual({
      response: undefined,
      problems: [`${response} is not documented`],
    });
  });

  it.each(['/livez', '/v1cats/1', ''])('ignores %j', (path) => {
    expect(check({ ...found, path, status: 500, bodyText: 'x' })).toEqual({ response: undefined, problems: [] });
  });
});

it('finds the documented responses that were not produced', () => {
  expect(unproducedResponses(document, new Set(['GET /cats/{id} 200', 'options 204']))).toEqual([
    'GET /cats/{id} 404',
    'options 400',
    'otherMethods 400',
    'otherMethods 405',
    'otherPaths 400',
    'otherPaths 404',
  ]);
});

it('refuses a schema that is missing, and misspelt keywords and formats', () => {
  const checkSchema = schemaCheck({ a: { type: 'string', patern: 'x' }, b: { type: 'string', format: 'colour' } });
  expect(() => checkSchema('/none', 1)).toThrow('The document has no schema at /none');
  expect(() => checkSchema('/a', 'x')).toThrow('unknown keyword: "patern"');
  expect(() => checkSchema('/b', 'x')).toThrow('unknown format "colour"');
});
