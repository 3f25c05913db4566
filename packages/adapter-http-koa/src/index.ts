export { createAdminApi, type MetricsText } from './admin-api.ts';
export { createHttpApi, type HttpApiOptions, type HttpApiPorts } from './http-api.ts';
export { createHttpServer, type HttpServer } from './http-server.ts';
export type { Exchange } from './report-exchange.ts';
