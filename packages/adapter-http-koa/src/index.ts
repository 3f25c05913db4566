export { createAdminApi, type MetricsText } from './admin-api.ts';
export { createHttpApi, type HttpApiOptions, type HttpApiPorts } from './http-api.ts';
export { createHttpServer, type HttpServer } from './http-server.ts';
export type { RateLimit } from './limit-rate.ts';
export { createOpenApiDocument, type OpenApiOptions } from './openapi/create-open-api-document.ts';
export type { OpenApiDocument } from './openapi/open-api-document.ts';
export type { Exchange } from './report-exchange.ts';
