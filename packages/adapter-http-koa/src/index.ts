export { type AuthenticationFailure, type ErrorCode, type RefusalCause, refusalStatuses } from './api-error.ts';
export { type Bounds, optionBounds } from './bounds.ts';
export { createAdminApp, type MetricsText } from './create-admin-app.ts';
export { createApp } from './create-app.ts';
export { isOrigin } from './middleware/cross-origin.ts';
export type { RateLimit } from './middleware/limit-rate.ts';
export type { RequestReport } from './middleware/report-request.ts';
export {
  createOpenApiDocument,
  type OpenApiDocument,
  type OpenApiOptions,
  supportedMethods,
} from './openapi-document.ts';
export { type HttpOptions, isBase, isHeaderName } from './options.ts';
export type { HttpPorts } from './ports.ts';
export {
  createHttpServer,
  type HttpServer,
  type ServerLimits,
  type ServerReports,
} from './server/create-http-server.ts';
export type { RefusedMessage } from './server/respond-to-parser-errors.ts';
