export { createAdminApi, type MetricsText } from './admin-api.ts';
export { createGate, type Gate, type GateLimits, type Permit } from './admission/gate.ts';
export type { RateLimit } from './admission/limit-rate.ts';
export type { RecognizeApiKey, RecognizedApiKey } from './admission/recognized-api-key.ts';
export type { Refusal } from './admission/slots.ts';
export { isOrigin } from './cross-origin.ts';
export type { HttpApiMiddleware } from './drivers/koa-middleware.ts';
export type { RequestReport } from './drivers/report-request.ts';
export { createHttpApi, createHttpApiMiddleware, type HttpApi, type HttpApiUsage } from './http-api.ts';
export {
  type ConnectionLimits,
  connectionLimits,
  type RequestLimits,
  requestLimits,
  type ServerLimits,
  type TimeLimits,
  timeLimits,
} from './limits.ts';
export type { JsonText } from './message/json-response.ts';
export type { AuthenticationFailure, RefusalCause } from './message/response.ts';
export { createOpenApiDocument, type OpenApiDocument, type OpenApiOptions } from './openapi-document.ts';
export { supportedMethods } from './operations/operations.ts';
export type { HttpApiMiddlewarePorts, HttpApiOptions, HttpApiPorts } from './options.ts';
export { createHttpServer, type HttpServer, type ServerReports } from './server/http-server.ts';
export type { RefusedMessage } from './server/respond-to-parser-errors.ts';
