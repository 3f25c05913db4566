import type { RequestListener } from 'node:http';
import Router from '@koa/router';
import { compileRoutes } from './application/compile-routes.ts';
import { createHttpApplication } from './application/http-application.ts';
import type { HttpContext, RequestState } from './application/http-context.ts';
import { respond } from './response/respond.ts';
import { setHeader } from './response/response-headers.ts';
import { checkMessage } from './steps/check-message.ts';
import { dispatch, findRouteOf } from './steps/dispatch.ts';
import { closeUnlessContinued } from './steps/expect-continue.ts';
import { handleUnmatched } from './steps/handle-unmatched.ts';
import { identifyRequest } from './steps/identify-request.ts';
import { joinRepeatedHeaders } from './steps/join-repeated-headers.ts';
import { toOriginForm } from './steps/to-origin-form.ts';

/** The metrics as text, and the media type of their format. */
export interface MetricsText {
  readonly contentType: string;
  /** Reads the metrics once. If it rejects, the response is 500. */
  readonly read: () => Promise<string>;
}

/** The admin API, `GET /metrics`, for a listener that only operators can reach, because it needs no key. */
export const createAdminApi = (metrics: MetricsText): RequestListener => {
  const router = new Router<RequestState>().get('/metrics', async (ctx: HttpContext) => {
    const text = await metrics.read();
    setHeader(ctx.res, 'Content-Type', metrics.contentType);
    respond(ctx, 200, text);
  });
  return createHttpApplication({
    steps: [
      toOriginForm,
      findRouteOf(compileRoutes(router)),
      joinRepeatedHeaders,
      identifyRequest,
      checkMessage,
      dispatch,
      handleUnmatched,
    ],
    afterWork: [closeUnlessContinued],
    afterClose: [],
  });
};
