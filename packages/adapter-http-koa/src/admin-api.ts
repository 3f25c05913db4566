import type { RequestListener } from 'node:http';
import Router from '@koa/router';
import Koa from 'koa';
import { answerBugs, ignoreLostConnection } from './answer-bugs.ts';
import { checkMessage } from './check-message.ts';
import { closeUnlessContinued } from './expect-continue.ts';
import type { RequestState } from './http-context.ts';
import { identifyRequest } from './identify-request.ts';
import { joinRepeatedHeaders } from './join-repeated-headers.ts';
import { keepPathOnly } from './keep-path-only.ts';
import { refuseTheRest } from './refuse-the-rest.ts';

/** The metrics as text, and the media type of their format. */
export interface MetricsText {
  readonly contentType: string;
  readonly read: () => Promise<string>;
}

/** The admin API, `GET /metrics`, for a listener that only operators reach: it asks for no key. */
export const createAdminApi = (metrics: MetricsText): RequestListener => {
  const router = new Router<RequestState>({ sensitive: true, strict: true }).get('/metrics', async (ctx) => {
    ctx.set('Content-Type', metrics.contentType);
    ctx.body = await metrics.read();
  });
  return new Koa<RequestState>()
    .use(keepPathOnly)
    .use(joinRepeatedHeaders)
    .use(identifyRequest)
    .use(answerBugs)
    .use(checkMessage)
    .use(closeUnlessContinued)
    .use(router.routes())
    .use(refuseTheRest)
    .on('error', ignoreLostConnection)
    .callback();
};
