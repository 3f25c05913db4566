import { expect, it } from 'vitest';
import { readDocsAssets } from './docs-assets.ts';

it.each([
  ['/docs', '<!doctype html>'],
  ['/docs/swagger-ui.css', '.swagger-ui'],
  ['/docs/swagger-ui-bundle.js', 'SwaggerUIBundle'],
  ['/docs/docs-page.css', '.swagger-ui'],
  ['/docs/show-api.js', 'SwaggerUIBundle'],
])('serves as %s the file that has %s', (path, text) => {
  expect(readDocsAssets()[path]?.content.includes(text)).toBe(true);
});
