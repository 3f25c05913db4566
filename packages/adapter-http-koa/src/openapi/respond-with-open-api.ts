import type { Step } from '../application/http-context.ts';
import { respondWithStaticFile } from '../response/static-file.ts';
import { createOpenApiDocument, type OpenApiOptions } from './create-open-api-document.ts';

/** `GET /openapi.json`: the document, as a text that is built once. It needs no key. */
export const respondWithOpenApi = (options: OpenApiOptions): Step =>
  respondWithStaticFile({
    mediaType: 'application/json',
    content: Buffer.from(JSON.stringify(createOpenApiDocument(options))),
  });
