import { validateOpenApiOptions } from '../validate-options.ts';
import { errorAnswers } from './error-answers.ts';
import { getPetErrors } from './get-pet-errors.ts';
import { guide } from './guide.ts';
import { headers } from './headers.ts';
import type { Answer, OpenApiDocument, Server } from './open-api-document.ts';
import { addPetDescription } from './operations/add-pet-description.ts';
import { getPetDescription } from './operations/get-pet-description.ts';
import { listPetsDescription } from './operations/list-pets-description.ts';
import { headDescription, optionsDescription } from './operations/other-methods.ts';
import { parameters } from './parameters.ts';
import { schemas } from './schemas.ts';
import { unmatchedRequests } from './unmatched-requests.ts';

export interface OpenApiOptions {
  /** Where clients find the API, ending in /v1; links in the examples begin with it. */
  readonly base: string;
  /** Where they find its staging environment, if they do. */
  readonly stagingBase?: string | undefined;
}

const servers = ({ base, stagingBase }: OpenApiOptions): readonly Server[] => [
  { url: base, description: 'Production' },
  ...(stagingBase === undefined ? [] : [{ url: stagingBase, description: 'Staging' }]),
];

const errorsByName = (base: string): Readonly<Record<string, Answer>> =>
  Object.fromEntries(
    Object.entries({ ...errorAnswers, ...getPetErrors(base) }).map(([name, { answer }]) => [name, answer]),
  );

/**
 * Describes the API in OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.0.html), for what reads such documents. Invalid
 * options throw a `TypeError` or `RangeError` that names all of them.
 */
export const createOpenApiDocument = (options: OpenApiOptions): OpenApiDocument => {
  validateOpenApiOptions(options);
  const { base } = options;
  const getPet = getPetDescription(base);
  const responses = errorsByName(base);
  return {
    // A tool should not care for the last number, but some know no other than this one.
    openapi: '3.1.0',
    info: {
      title: 'Animal Store Service',
      summary: 'A store of animals: list them page by page, add one, fetch one.',
      description: guide,
      version: '1.0.0',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: servers(options),
    security: [{ bearerAuth: [] }],
    tags: [
      { name: 'animals', description: 'List animals, add one, fetch one.' },
      { name: 'other methods', description: 'What HTTP itself defines beside the operations: HEAD and OPTIONS.' },
    ],
    paths: {
      '/pets': {
        get: listPetsDescription,
        post: addPetDescription,
        head: headDescription('headPets', listPetsDescription, responses),
        options: optionsDescription('optionsPets', 'RequestId'),
      },
      '/pets/{petId}': {
        get: getPet,
        head: headDescription('headPet', getPet, responses),
        options: optionsDescription('optionsPet', 'AnyPetId', 'RequestId'),
      },
    },
    'x-unmatched-requests': unmatchedRequests,
    components: {
      securitySchemes: {
        bearerAuth: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'ask_<id>_<secret>_<checksum>',
          description:
            'An API key, as `Authorization: Bearer <API_KEY>`, exactly once. It is checked before anything else is ' +
            'looked at: without a valid one every path and method answers 401. A revoked key is refused within 10 seconds.',
        },
      },
      parameters,
      headers: headers(base),
      responses,
      schemas,
    },
  };
};
