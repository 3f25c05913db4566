import { describe, expect, it } from 'vitest';
import { documentForPage } from '../../page/document-for-page.js';

const document = {
  openapi: '3.1.0',
  info: { title: 'Animals', description: 'What it is.', 'x-guide': '## One\n\nFirst.' },
  servers: [{ url: '/v1', description: 'Production' }],
  components: {
    schemas: { Pet: { example: 1 } },
    parameters: {
      limit: { in: 'query', example: 50 },
      petId: { in: 'path', required: true, example: 1 },
    },
  },
};

const tried = 'This page tries the server that it came from. [openapi.json](openapi.json) says the same to a machine.';
const guide = '<details><summary>How the API behaves</summary>\n\n## One\n\nFirst.\n\n</details>';

describe('documentForPage', () => {
  it('folds the guide, leaves optional fields empty and changes nothing else', () => {
    expect(documentForPage(document, 'http://localhost:8080/docs#/animals/addPet')).toEqual({
      ...document,
      info: { ...document.info, description: `What it is.\n\n${tried}\n\n${guide}` },
      servers: [{ url: 'http://localhost:8080/v1' }],
      components: {
        ...document.components,
        parameters: { limit: { in: 'query' }, petId: { in: 'path', required: true, example: 1 } },
      },
    });
  });

  it('sends requests to the server it came from, including the path prefix of a proxy', () => {
    const servers = [
      { url: 'https://api.example.com/v1', description: 'Production' },
      { url: 'http://staging.example.com/v1' },
    ];
    const shown = documentForPage({ ...document, servers }, 'https://internal.example.com/shop/docs?x=/y/z');
    expect(shown.servers).toEqual([{ url: 'https://internal.example.com/shop/v1' }]);
    expect(shown.info.description).toContain(
      '\n\n- Production: `https://api.example.com/v1`\n- Server: `http://staging.example.com/v1`\n\nThis page tries',
    );
  });
});
