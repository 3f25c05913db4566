import type { RequestListener } from 'node:http';
import Router from '@koa/router';
import { checkMessage } from './check-message.ts';
import { compileRoutes } from './compile-routes.ts';
import { dispatch, findRouteOf } from './dispatch.ts';
import { closeUnlessContinued } from './expect-continue.ts';
import { handleUnmatched } from './handle-unmatched.ts';
import { createHttpApplication } from './http-application.ts';
import type { HttpContext, RequestState } from './http-context.ts';
import { identifyRequest } from './identify-request.ts';
import { joinRepeatedHeaders } from './join-repeated-headers.ts';
import { respond } from './respond.ts';
import { setHeader } from './response-headers.ts';
import { toOriginForm } from './to-origin-form.ts';

/** The metrics as text, and the media type of their format. */
export interface MetricsText {
  readonly contentType: string;
  readonly read: () => Promise<string>;
}

/** The admin API, `GET /metrics`, for a listener that only operators reach: it asks for no key. */
export const createAdminApi = (metrics: MetricsText): RequestListener => {
  const router = new Router<RequestState>({ sensitive: true, strict: true }).get(
    '/metrics',
    async (ctx: HttpContext) => {
      const text = await metrics.read();
      setHeader(ctx.res, 'Content-Type', metrics.contentType);
      respond(ctx, 200, text);
    },
  );
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
