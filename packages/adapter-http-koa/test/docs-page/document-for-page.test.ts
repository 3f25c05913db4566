import { expect, it } from 'vitest';
import { type ApiDocument, documentForPage } from '../../page/document-for-page.js';
import { createOpenApiDocument } from '../../src/index.ts';

const documentOf = (...servers: Parameters<typeof createOpenApiDocument>): ApiDocument =>
  JSON.parse(JSON.stringify(createOpenApiDocument(...servers)));

const document = documentOf({ base: '/v1' });
const { info, paths, components } = documentForPage(document, 'http://localhost:8080/docs#/animals/addPet');

const tried =
  'You can send requests to this server from this page. Programs can read the same description in [openapi.json](openapi.json).';

it('says that requests can be sent', () => {
  expect(info).toEqual({ ...document.info, description: `${document.info.description}\n\n${tried}` });
});

it('leaves optional fields empty, and says how to enter the key', () => {
  const { example, ...limit } = document.components.parameters['Limit'] ?? {};
  expect(example).toBe(50);
  expect(components).toMatchObject({
    parameters: { Limit: limit, PetId: { example: document.components.parameters['PetId']?.example } },
    securitySchemes: {
      bearerAuth: {
        description:
          'Paste the API key without `Bearer`. The operator of the service issues keys; in memory, `npm start` prints one.',
      },
    },
  });
  expect(components.parameters['Limit']).not.toHaveProperty('example');
});

it('writes errors as a table, except the one with the details of the request, and the date of a removal', () => {
  const original = document.paths['/pets/{petId}']?.['get'];
  const shown = paths['/pets/{petId}']?.['get'];
  const { 200: ok, 400: invalid } = original?.responses ?? {};
  expect(shown).toEqual({
    ...original,
    summary: `${original?.summary}, removed on 05 Dec 2030`,
    description: expect.stringMatching(
      /^.+\n\n\| status \| code \| error \|\n\|---\|---\|---\|\n(\| \d{3} \| .+ \|\n?)+$/s,
    ),
    responses: { 200: ok, 400: invalid },
  });
  expect(shown?.description).toContain(
    `${original?.description}\n\n| status | code | error |\n|---|---|---|\n| 400 | \`invalid_request\` | `,
  );
  expect(shown?.description).toContain('\n| 404 | `not_found` | ');
  expect(paths['/pets']?.['get']?.description).toContain('\n| 400 | `invalid_parameter`, `invalid_request` | ');
  expect(paths['/pets']?.['get']?.summary).toBe(document.paths['/pets']?.['get']?.summary);
});

it('sends requests to the server it came from, including the path prefix of a proxy', () => {
  const configured = documentOf({ base: 'https://api.example.com/v1', stagingBase: 'http://staging.example.com/v1' });
  const shown = documentForPage(configured, 'https://internal.example.com/shop/docs?x=/y/z');
  expect(shown.servers).toEqual([{ url: 'https://internal.example.com/shop/v1' }]);
  expect(shown.info.description).toContain(
    '\n\n- This server: `https://api.example.com/v1`\n- Staging: `http://staging.example.com/v1`\n\nYou can send',
  );
});
