import { showApi } from './show-api.js';

// A classic script that comes before this module has put SwaggerUIBundle there; the rest is what every page has.
await showApi(/** @type {import('./show-api.js').Page} */ (/** @type {unknown} */ (globalThis)));
