import { createOpenApiDocument, type OpenApiOptions } from '../openapi-document.ts';
import type { OpenOperation } from '../operations/operation.ts';
import { staticFile } from '../operations/static-file.ts';

/** `GET /openapi.json`: the document, as a text that is built once. It needs no key. */
export const openApiRoute = (options: OpenApiOptions): OpenOperation =>
  staticFile({
    mediaType: 'application/json',
    content: Buffer.from(JSON.stringify(createOpenApiDocument(options))),
  });
