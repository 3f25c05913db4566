import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { StaticFile } from './static-file.ts';

const html = 'text/html; charset=utf-8';
const css = 'text/css; charset=utf-8';
const javaScript = 'text/javascript; charset=utf-8';

// The compiled output contains these files; the sources run in the workspace, where swagger-ui-dist is installed.
const ofSwaggerUi = (name: string): string | URL => {
  const built = new URL(`../swagger-ui/${name}`, import.meta.url);
  return existsSync(built) ? built : createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);
};

// The browser's own files are neither compiled nor moved: the path from the sources and from the compiled output is the
// same.
const own = (name: string): URL => new URL(`../../page/${name}`, import.meta.url);

/**
 * Reads all files of the page at startup, so that an incomplete package stops the start. No other file can be
 * requested, because the keys are all paths.
 */
export const readDocsAssets = (): Readonly<Record<string, StaticFile>> => {
  const read = (mediaType: string, file: string | URL): StaticFile => ({ mediaType, content: readFileSync(file) });
  return {
    '/docs': read(html, own('index.html')),
    '/docs/swagger-ui.css': read(css, ofSwaggerUi('swagger-ui.css')),
    '/docs/swagger-ui-bundle.js': read(javaScript, ofSwaggerUi('swagger-ui-bundle.js')),
    '/docs/docs-page.css': read(css, own('docs-page.css')),
    '/docs/docs-page.js': read(javaScript, own('docs-page.js')),
    '/docs/accessible.js': read(javaScript, own('accessible.js')),
    '/docs/show-api.js': read(javaScript, own('show-api.js')),
    '/docs/document-for-page.js': read(javaScript, own('document-for-page.js')),
    '/docs/exact-responses.js': read(javaScript, own('exact-responses.js')),
    '/docs/folded-headers.js': read(javaScript, own('folded-headers.js')),
    '/docs/whole-headers.js': read(javaScript, own('whole-headers.js')),
    '/docs/indent-json.js': read(javaScript, own('indent-json.js')),
  };
};
