import type { RequestListener } from 'node:http';
import { compileRoutes } from './compile-routes.ts';
import { crossOrigin } from './cross-origin.ts';
import { createNodeListener } from './drivers/node-listener.ts';
import { errors } from './message/errors.ts';
import { createPipeline } from './pipeline.ts';

/** The metrics as text, and the media type of their format. */
export interface MetricsText {
  readonly contentType: string;
  /** Reads the metrics once. If it rejects, the response is 500. */
  readonly read: () => Promise<string>;
}

/** The admin API, `GET /metrics`, for a listener that only operators can reach, because it needs no key. */
export const createAdminApi = (metrics: MetricsText): RequestListener => {
  const readMetrics = async () => ({
    status: 200,
    headers: ['Content-Type', metrics.contentType],
    body: await metrics.read(),
  });
  const pipeline = createPipeline({
    openRoutes: compileRoutes({ '/metrics': { GET: readMetrics } }),
    protectedRoutes: compileRoutes({}),
    admit: () => errors.unknownPath.response,
    crossOrigin: crossOrigin([], []),
    announce: () => [],
  });
  return createNodeListener(pipeline);
};
