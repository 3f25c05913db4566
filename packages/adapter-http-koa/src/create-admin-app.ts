import Koa from 'koa';
import { allowMethods } from './middleware/allow-methods.ts';
import { checkMessage } from './middleware/check-message.ts';
import { errorsToJson } from './middleware/errors-to-json.ts';
import { reportRequest } from './middleware/report-request.ts';
import { createRouter, routeOf } from './routes.ts';

/** The metrics as text, and the media type of their format. */
export interface MetricsText {
  readonly contentType: string;
  /** Reads the metrics once. If it rejects, the response is 500. */
  readonly read: () => Promise<string>;
}

/** The admin API, `GET /metrics`, for a listener that only operators can reach, because it needs no key. */
export const createAdminApp = ({ contentType, read }: MetricsText): Koa => {
  const router = createRouter().get('/metrics', async (ctx) => {
    ctx.set('Content-Type', contentType);
    ctx.status = 200;
    ctx.body = await read();
  });
  const app = new Koa();
  app.use(reportRequest(routeOf(router), undefined));
  app.use(errorsToJson);
  app.use(checkMessage);
  app.use(router.routes());
  app.use(allowMethods);
  app.use(router.allowedMethods());
  return app;
};
