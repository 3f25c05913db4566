import type { OpenOperation } from '../operations/operation.ts';
import { staticFile } from '../operations/static-file.ts';
import type { OpenApiOptions } from '../options.ts';
import { createOpenApiDocument } from './create-open-api-document.ts';

/** `GET /openapi.json`: the document, as a text that is built once. It needs no key. */
export const openApiRoute = (options: OpenApiOptions): OpenOperation =>
  staticFile({
    mediaType: 'application/json',
    content: Buffer.from(JSON.stringify(createOpenApiDocument(options))),
  });
