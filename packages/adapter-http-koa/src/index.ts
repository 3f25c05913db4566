export { createAdminApi, type MetricsText } from './admin-api.ts';
export type { RefusedMessage } from './answer-parser-errors.ts';
export { isOrigin } from './cross-origin.ts';
export { createHttpApi, type HttpApiOptions, type HttpApiPorts } from './http-api.ts';
export type { AuthenticationFailure } from './http-context.ts';
export { createHttpServer, type HttpServer, type ServerLimits, type ServerReports } from './http-server.ts';
export type { RateLimit } from './limit-rate.ts';
export {
  type ConnectionLimits,
  connectionLimits,
  type RequestLimits,
  requestLimits,
  type TimeLimits,
  timeLimits,
} from './limits.ts';
export { createOpenApiDocument, type OpenApiOptions } from './openapi/create-open-api-document.ts';
export type { OpenApiDocument } from './openapi/open-api-document.ts';
export type { RequestReport } from './report-request.ts';
export type { RecognizeApiKey, RecognizedApiKey } from './take-slot.ts';
