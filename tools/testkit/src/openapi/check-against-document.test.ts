import { expect, it } from 'vitest';
import { checkAgainstDocument, type Exchange, unproducedResponses } from './check-against-document.ts';
import { schemaCheck } from './schema-check.ts';

const json = (schema: object): object => ({ 'application/json': { schema } });
const error = (code: string, headers: object = {}): object => ({
  headers,
  content: { 'application/json': { schema: { type: 'object' }, example: { code } } },
});
const int64 = { type: 'integer', format: 'int64' };

/** A small document that uses every feature that the checks support. */
const document = {
  openapi: '3.1.0',
  servers: [{ url: 'https://api.test/animals/v1' }],
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
    headers: { RetryAfter: { schema: { type: 'integer', minimum: 1 } } },
    responses: { NotFound: error('not_found', { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }) },
    schemas: {
      Cat: { type: 'object', required: ['id'], properties: { id: int64, tags: { type: 'array', items: int64 } } },
    },
  },
};

const check = checkAgainstDocument(document);

const headers = { 'x-request-id': 'r1', 'Content-Type': 'application/json', date: 'now' };
const withHeaders = (changed: object): Pick<Exchange, 'headers'> => ({
  headers: Object.entries({ ...headers, ...changed }),
});
const bodyText = '{"id":9007199254740993,"tags":[]}';
const found: Exchange = { method: 'GET', path: '/v1/cats/1?full=1', status: 200, ...withHeaders({}), bodyText };
const lost: Exchange = { ...found, status: 404, bodyText: '{"code":"not_found","status":404}' };
const body = (text: string): Exchange => ({ ...found, bodyText: text });

it.each<[string, Exchange, string | undefined]>([
  ['an integer header', { ...lost, ...withHeaders({ 'retry-after': '1' }) }, 'GET /cats/{id} 404'],
  ['a header of the operation', { ...lost, ...withHeaders({ sunset: 'soon' }) }, 'GET /cats/{id} 404'],
  ['HEAD without a body', { ...found, method: 'HEAD', bodyText: '' }, 'GET /cats/{id} 200'],
  [
    'no body',
    { ...found, method: 'OPTIONS', status: 204, headers: [['x-request-id', 'r']], bodyText: '' },
    'options 204',
  ],
  ['another path', { ...lost, path: '/v1/cats/1/2' }, 'otherPaths 404'],
  ['all of int64', body('{"id":-9223372036854775808,"tags":[9223372036854775807]}'), 'GET /cats/{id} 200'],
  ['what is outside the API', { ...found, path: '/livez', status: 500 }, undefined],
])('passes %s', (_, exchange, response) => {
  expect(check(exchange)).toEqual({ response, problems: [] });
});

it.each<[string, Exchange]>([
  ['/headers/x-request-id must be string', { ...found, headers: [...found.headers, ['X-Request-Id', 'r2']] }],
  [`required property 'x-request-id'`, { ...found, headers: [['content-type', 'application/json']] }],
  ['additional properties {"additionalProperty":"server"}', { ...found, ...withHeaders({ server: 'x' }) }],
  ['/headers/content-type must be equal', { ...found, ...withHeaders({ 'Content-Type': 'application/json; x=1' }) }],
  ['/headers/retry-after must be >= 1', { ...lost, ...withHeaders({ 'retry-after': '0' }) }],
  ['/body is not JSON', body('cat')],
  ['/body/tags must be array', body('{"id":1,"tags":{}}')],
  ['/body must NOT have additional properties {"additionalProperty":"x"}', body('{"id":1,"x":1}')],
  ['/body 9007199254740991.4 is not written in plain digits', body('{"id":9007199254740991.4}')],
  ['/body 1e2 is not written in plain digits', body('{"id":1e2}')],
  ['/body 9223372036854775808 is not an int64', body('{"id":9223372036854775808}')],
  ['/body/code must be equal to one of the allowed', { ...lost, bodyText: '{"code":"gone","status":404}' }],
  ['/body/status must be equal to constant', { ...lost, bodyText: '{"code":"not_found","status":410}' }],
  ['the response to HEAD has a body', { ...found, method: 'HEAD' }],
  ['/body must be equal to constant {"allowedValue":""}', { ...found, method: 'OPTIONS', status: 204 }],
  ['GET /cats/{id} 418 is not documented', { ...found, status: 418 }],
  ['otherMethods 200 is not documented', { ...found, method: 'DELETE' }],
])('reports: %s', (problem, exchange) => {
  expect(check(exchange).problems.join('\n')).toContain(problem);
});

it('finds the documented responses that were not produced', () => {
  const produced = new Set(['GET /cats/{id} 200', 'options 204', 'otherMethods 405', 'otherPaths 404']);
  const expected = ['GET /cats/{id} 404', 'options 400', 'otherMethods 400', 'otherPaths 400'];
  expect(unproducedResponses(document, produced)).toEqual(expected);
});

it('refuses a schema that is missing, and misspelt keywords', () => {
  const checkSchema = schemaCheck({ a: { type: 'string', patern: 'x' } });
  expect(() => checkSchema('/none', 1)).toThrow('The document has no schema at /none');
  expect(() => checkSchema('/a', 'x')).toThrow('unknown keyword: "patern"');
});
