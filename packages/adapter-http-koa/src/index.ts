export { createAdminApp, type MetricsText } from './create-admin-app.ts';
export { createApp } from './create-app.ts';
export type { AuthenticationFailure, RefusalCause } from './message/api-error.ts';
export type { RequestReport } from './message/request-report.ts';
export { isOrigin } from './middleware/cross-origin.ts';
export type { RateLimit } from './middleware/limit-rate.ts';
export {
  createOpenApiDocument,
  type OpenApiDocument,
  type OpenApiOptions,
  supportedMethods,
} from './openapi-document.ts';
export type { HttpOptions, HttpPorts } from './ports.ts';
export {
  createHttpServer,
  type HttpServer,
  type ServerLimits,
  type ServerReports,
} from './server/create-http-server.ts';
export type { RefusedMessage } from './server/respond-to-parser-errors.ts';
