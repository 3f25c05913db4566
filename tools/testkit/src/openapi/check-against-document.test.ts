import { expect, it } from 'vitest';
import { checkAgainstDocument, type Exchange, unproducedResponses } from './check-against-document.ts';

const json = (schema: object, example?: object): object => ({ content: { 'application/json': { schema, example } } });
const error = (code: string): object => json({ type: 'object' }, { code });
const int64 = { type: 'integer', format: 'int64' };

const document = {
  servers: [{ url: 'https://api.test/animals/v1' }],
  paths: {
    '/cats/{id}': {
      get: {
        'x-common-headers': { Sunset: { schema: { type: 'string' } } },
        responses: {
          200: json({ $ref: '#/components/schemas/Cat' }),
          404: { headers: { 'Retry-After': { schema: { type: 'integer', minimum: 1 } } }, ...error('not_found') },
        },
      },
    },
  },
  'x-common-headers': { 'X-Request-Id': { required: true, schema: { type: 'string' } } },
  'x-unmatched-requests': { options: { 204: {} }, otherMethods: {}, otherPaths: {}, any: { 400: error('not_http') } },
  components: {
    schemas: {
      Cat: { type: 'object', required: ['id'], properties: { id: int64, tags: { type: 'array', items: int64 } } },
    },
  },
};

const check = checkAgainstDocument(document);

const found: Exchange = {
  method: 'GET',
  path: '/v1/cats/1?full=1',
  status: 200,
  headers: Object.entries({ 'x-request-id': 'r1', 'Content-Type': 'application/json', sunset: 'soon', date: 'now' }),
  bodyText: '{"id":-9223372036854775808,"tags":[9223372036854775807]}',
};
const body = (bodyText: string): Exchange => ({ ...found, bodyText });
const also = (name: string, value: string): Exchange => ({ ...found, headers: [...found.headers, [name, value]] });
const lost = (code: string, status: number, retryAfter: number): Exchange => ({
  ...also('retry-after', String(retryAfter)),
  status: 404,
  bodyText: JSON.stringify({ code, status }),
});
const empty: Exchange = { ...found, method: 'OPTIONS', status: 204, headers: [['x-request-id', 'r1']], bodyText: '' };

it('passes what the document describes, and what is outside of the API', () => {
  expect(check(found)).toEqual({ response: 'GET /cats/{id} 200', problems: [] });
  expect(check({ ...found, path: '/livez', status: 500 })).toEqual({ response: undefined, problems: [] });
});

it.each<[problem: string, Exchange]>([
  ['/x-request-id must be string', also('X-Request-Id', 'r2')],
  [`required property 'x-request-id'`, { ...found, headers: [['content-type', 'application/json']] }],
  ['additional properties {"additionalProperty":"server"}', also('server', 'x')],
  ['/content-type must be equal', { ...empty, status: 400, headers: [['content-type', 'application/json; x=1']] }],
  ['/retry-after must be >= 1', lost('not_found', 404, 0)],
  ['/code must be equal to one of the allowed', lost('gone', 404, 1)],
  ['/status must be equal to constant', lost('not_found', 410, 1)],
  ['the body is not JSON', body('cat')],
  ['/tags must be array', body('{"id":1,"tags":{}}')],
  ['additional properties {"additionalProperty":"x"}', body('{"id":1,"x":1}')],
  ['9007199254740991.4 is not written in plain digits', body('{"id":9007199254740991.4}')],
  ['9223372036854775808 is not an int64', body('{"id":9223372036854775808}')],
  ['there is a body', { ...found, method: 'HEAD' }],
  ['there is a body', { ...empty, bodyText: ' ' }],
  ['GET /cats/{id} 418 is not documented', { ...found, status: 418 }],
  ['otherMethods 200 is not documented', { ...found, method: 'DELETE' }],
])('reports: %s', (problem, exchange) => {
  expect(check(exchange).problems.join('\n')).toContain(problem);
});

it('finds the documented responses that were not produced', () => {
  const produced = new Set(['GET /cats/{id} 200', 'options 204', 'options 400', 'otherMethods 400']);
  expect(unproducedResponses(document, produced)).toEqual(['GET /cats/{id} 404', 'otherPaths 400']);
});
