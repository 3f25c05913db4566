import type { DescribedApi } from './described-api.ts';

const requestId = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };

const error = (code: string, headers: object = {}): object => ({
  'x-error-codes': [code],
  headers: { ...requestId, ...headers },
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
    },
  },
});

const cat = {
  200: { headers: requestId, content: { 'application/json': { schema: { $ref: '#/components/schemas/Cat' } } } },
  404: { $ref: '#/components/responses/NotFound' },
};

/** A small document that uses every feature that the checks support. */
export const smallDocument = {
  openapi: '3.1.0',
  servers: [{ url: 'https://api.test/animals/v1' }, { url: 'https://staging.test/v2' }],
  paths: {
    '/cats/{id}': { get: { responses: cat } },
  },
  'x-unmatched-requests': {
    options: { responses: { 204: { headers: requestId } } },
    otherMethods: { responses: { 405: error('not_allowed') } },
    otherPaths: { responses: { 404: { $ref: '#/components/responses/NotFound' } } },
  },
  components: {
    headers: {
      RequestId: { required: true, schema: { type: 'string', pattern: '^[a-z0-9]+$' } },
      RetryAfter: { schema: { type: 'integer', minimum: 1 } },
    },
    responses: {
      NotFound: error('not_found', { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
    },
    schemas: {
      Cat: {
        type: 'object',
        required: ['id', 'tags'],
        properties: {
          id: { type: 'integer', format: 'int64' },
          tags: { type: 'array', items: { type: 'integer', format: 'int64' } },
        },
      },
      Error: {
        type: 'object',
        required: ['code', 'status'],
        properties: { code: { type: 'string' }, status: { type: 'integer' } },
      },
    },
  },
} satisfies DescribedApi & Readonly<Record<string, unknown>>;
