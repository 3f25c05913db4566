import { showApi } from './show-api.js';

// A classic script before this module has set SwaggerUIBundle; every page has the rest.
await showApi(/** @type {import('./show-api.js').Page} */ (/** @type {unknown} */ (globalThis)));
