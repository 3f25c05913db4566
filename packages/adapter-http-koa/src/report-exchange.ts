import type { ApiKeyId } from '@animal-store/domain';
import type { AuthenticationFailure, HttpContext, HttpMiddleware } from './http-context.ts';

/** One request and its answer, for the log and the metrics. It holds no key, no body and no query. */
export interface Exchange {
  readonly requestId: string;
  readonly method: string;
  /** The template of the path, such as `/v1/pets/{petId}`; `unmatched` for every path that there is not. */
  readonly route: string;
  /** The status of the answer; 499, which no client ever sees, when the client went away before there was one. */
  readonly status: number;
  /** From the last header byte of the request to the end of the answer, in milliseconds. */
  readonly duration: number;
  /** Whether the client went away before the whole answer was sent. */
  readonly aborted: boolean;
  readonly traceparent?: string;
  readonly apiKeyId?: ApiKeyId;
  /** Why a 401 is one. No client learns it. */
  readonly authenticationFailure?: AuthenticationFailure;
  /** What went wrong underneath a 500 or a 503. */
  readonly failure?: unknown;
}

// Not registered, but what proxies log in this case. Koa's own preset would be 404.
const clientClosedRequest = 499;

/** Reports every exchange once, when its answer is sent or its connection lost. */
export const reportExchange =
  (report: (exchange: Exchange) => void, routeOf: (ctx: HttpContext) => string): HttpMiddleware =>
  (ctx, next) => {
    const begin = performance.now();
    const { req, res, state } = ctx;
    res.once('close', () => {
      const { traceparent } = req.headers;
      report({
        requestId: state.requestId,
        method: ctx.method,
        route: routeOf(ctx),
        status: res.headersSent ? res.statusCode : clientClosedRequest,
        duration: performance.now() - begin,
        aborted: !res.writableFinished,
        ...(typeof traceparent === 'string' && { traceparent }),
        ...(state.apiKeyId && { apiKeyId: state.apiKeyId }),
        ...(state.authenticationFailure && { authenticationFailure: state.authenticationFailure }),
        ...(state.failure !== undefined && { failure: state.failure }),
      });
    });
    return next();
  };
