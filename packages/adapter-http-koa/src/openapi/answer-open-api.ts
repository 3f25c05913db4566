import type { Step } from '../application/http-context.ts';
import { answerStaticFile } from '../response/static-file.ts';
import { createOpenApiDocument, type OpenApiOptions } from './create-open-api-document.ts';

/** `GET /openapi.json`: the document, as a text that is built once. It needs no key. */
export const answerOpenApi = (options: OpenApiOptions): Step =>
  answerStaticFile({
    mediaType: 'application/json',
    content: Buffer.from(JSON.stringify(createOpenApiDocument(options))),
  });
