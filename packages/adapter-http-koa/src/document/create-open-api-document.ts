import { errorResponses } from '../openapi/error-responses.ts';
import { headers } from '../openapi/headers.ts';
import type { DescribedResponse, OpenApiDocument, Server } from '../openapi/open-api-document.ts';
import { parameters } from '../openapi/parameters.ts';
import { schemas } from '../openapi/schemas.ts';
import { operations } from '../operations/operations.ts';
import type { OpenApiOptions } from '../options.ts';
import { guide } from './guide.ts';
import { paths } from './paths.ts';
import { unmatchedRequests } from './unmatched-requests.ts';
import { validateOpenApiOptions } from './validate-open-api-options.ts';

const servers = ({ base, stagingBase }: OpenApiOptions): readonly Server[] => [
  { url: base, description: 'This server' },
  ...(stagingBase === undefined ? [] : [{ url: stagingBase, description: 'Staging' }]),
];

/** The error responses that the operations refer to, by their names. */
const errorsByName = (base: string): Readonly<Record<string, DescribedResponse>> => {
  const described = JSON.stringify(paths);
  const own = operations.flatMap(({ errors }) => Object.entries(errors?.(base) ?? {}));
  return Object.fromEntries(
    [...Object.entries(errorResponses), ...own]
      .filter(([name]) => described.includes(`"#/components/responses/${name}"`))
      .map(([name, { response }]) => [name, response]),
  );
};

const bodySchemas = Object.fromEntries(operations.flatMap(({ body }) => Object.entries(body?.schemas ?? {})));

/**
 * Describes the API in OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.0.html). Invalid options throw a `TypeError` or
 * `RangeError` that names all of them.
 */
export const createOpenApiDocument = (options: OpenApiOptions): OpenApiDocument => {
  validateOpenApiOptions(options);
  const { base } = options;
  return {
    // Tools should ignore the patch version, but some support only this one.
    openapi: '3.1.0',
    info: {
      title: 'Animal Store Service',
      summary: 'A store of animals.',
      // Short, because generators repeat it at the head of every file. The page of /docs shows the guide.
      description: 'Each animal has a name, belongs to a category and may carry a status.',
      'x-guide': guide,
      version: '1.0.0',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: servers(options),
    security: [{ bearerAuth: [] }],
    tags: [{ name: 'animals', description: 'The animals of the store.' }],
    paths,
    'x-unmatched-requests': unmatchedRequests,
    components: {
      securitySchemes: {
        bearerAuth: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'ask_<id>_<secret>_<checksum>',
          description:
            'An API key, as `Authorization: Bearer <API_KEY>`, exactly once. It is checked before path, method and body: ' +
            'without a valid key, every path and method under /v1 returns 401. Only the HTTP message and a free slot are ' +
            'checked earlier. A revoked key is rejected within 10 seconds.',
        },
      },
      parameters,
      headers: headers(base),
      responses: errorsByName(base),
      schemas: { ...schemas, ...bodySchemas },
    },
  };
};
