export { createAdminApi, type MetricsText } from './admin-api.ts';
export type { AuthenticationFailure } from './application/http-context.ts';
export type { HttpApiMiddleware } from './application/http-middleware.ts';
export {
  createHttpApi,
  createHttpApiMiddleware,
  type HttpApiMiddlewarePorts,
  type HttpApiOptions,
  type HttpApiPorts,
} from './http-api.ts';
export {
  type ConnectionLimits,
  connectionLimits,
  type RequestLimits,
  requestLimits,
  type ServerLimits,
  type TimeLimits,
  timeLimits,
} from './limits.ts';
export { createOpenApiDocument, type OpenApiOptions } from './openapi/create-open-api-document.ts';
export type { OpenApiDocument } from './openapi/open-api-document.ts';
export { supportedMethods } from './openapi/paths.ts';
export { createHttpServer, type HttpServer, type ServerReports } from './server/http-server.ts';
export type { RefusedMessage } from './server/respond-to-parser-errors.ts';
export { isOrigin } from './steps/cross-origin.ts';
export type { RateLimit } from './steps/limit-rate.ts';
export type { RequestReport } from './steps/report-request.ts';
export type { RecognizeApiKey, RecognizedApiKey } from './steps/take-slot.ts';
