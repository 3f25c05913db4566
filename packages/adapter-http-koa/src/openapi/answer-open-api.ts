import type { HttpMiddleware } from '../http-context.ts';
import { answerJson } from '../json-answer.ts';
import { createOpenApiDocument, type OpenApiOptions } from './create-open-api-document.ts';

/** `GET /openapi.json`: the document, as a text that is made once. It asks for no key. */
export const answerOpenApi = (options: OpenApiOptions): HttpMiddleware => {
  const json = JSON.stringify(createOpenApiDocument(options));
  return (ctx) => answerJson(ctx, 200, json);
};
