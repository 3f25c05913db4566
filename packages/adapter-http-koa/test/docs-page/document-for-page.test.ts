import { describe, expect, it } from 'vitest';
import { documentForPage } from '../../page/document-for-page.js';

const document = {
  openapi: '3.1.0',
  info: { title: 'Animals', description: 'What it is.', 'x-guide': '## One\n\nFirst.' },
  servers: [{ url: '/v1', description: 'This server' }],
  paths: {
    '/pets': {
      get: {
        summary: 'Get',
        description: 'It gets.',
        deprecated: true,
        responses: {
          200: { description: 'Ok.' },
          400: { $ref: '#/components/responses/Invalid' },
          404: { description: 'None.', 'x-error-codes': ['not_found'] },
        },
      },
    },
  },
  components: {
    schemas: { Pet: { example: 1 } },
    headers: { Sunset: { example: 'Thu, 05 Dec 2030 00:00:00 GMT' } },
    responses: { Invalid: { description: 'It is invalid.', 'x-error-codes': ['invalid', 'wrong'] } },
    securitySchemes: { bearerAuth: { type: 'http', description: 'For programs.' } },
    parameters: {
      limit: { in: 'query', example: 50 },
      petId: { in: 'path', required: true, example: 1 },
    },
  },
};

const tried =
  'You can send requests to this server from this page. Programs can read the same description in [openapi.json](openapi.json).';
const guide = '<details><summary>How the API behaves</summary>\n\n## One\n\nFirst.\n\n</details>';

describe('documentForPage', () => {
  it('folds the guide, leaves optional fields empty, writes errors as a table and changes nothing else', () => {
    expect(documentForPage(document, 'http://localhost:8080/docs#/animals/addPet')).toEqual({
      ...document,
      info: { ...document.info, description: `What it is.\n\n${tried}\n\n${guide}` },
      servers: [{ url: 'http://localhost:8080/v1' }],
      paths: {
        '/pets': {
          get: {
            ...document.paths['/pets'].get,
            summary: 'Get, removed on 05 Dec 2030',
            description:
              'It gets.\n\n| status | code | error |\n|---|---|---|\n| 400 | `invalid`, `wrong` | It is invalid. |\n' +
              '| 404 | `not_found` | None. |',
            responses: { 200: { description: 'Ok.' }, 400: { $ref: '#/components/responses/Invalid' } },
          },
        },
      },
      components: {
        ...document.components,
        parameters: { limit: { in: 'query' }, petId: { in: 'path', required: true, example: 1 } },
        securitySchemes: {
          bearerAuth: {
            type: 'http',
            description:
              'Paste the API key without `Bearer`. The operator of the service issues keys; in memory, `npm start` prints one.',
          },
        },
      },
    });
  });

  it('sends requests to the server it came from, including the path prefix of a proxy', () => {
    const servers = [
      { url: 'https://api.example.com/v1', description: 'This server' },
      { url: 'http://staging.example.com/v1' },
    ];
    const shown = documentForPage({ ...document, servers }, 'https://internal.example.com/shop/docs?x=/y/z');
    expect(shown.servers).toEqual([{ url: 'https://internal.example.com/shop/v1' }]);
    expect(shown.info.description).toContain(
      '\n\n- This server: `https://api.example.com/v1`\n- Server: `http://staging.example.com/v1`\n\nYou can send',
    );
  });
});
