import type { ApiKey, ApiKeyId } from '@animal-store/access';
import type { Context, Middleware } from 'koa';
import type { AuthenticationFailure, ErrorDetails, RefusalCause } from '../api-error.ts';
import { requestIdOf, setCommonHeaders } from '../message/common-headers.ts';

/** One request and its response, for the log and the metrics. It holds no key, no body and no query. */
export interface RequestReport {
  readonly requestId: string;
  readonly method: string;
  /** The template of the path, such as `/v1/pets/{petId}`; `unmatched` if the path has no route. */
  readonly route: string;
  /** The animal that the path of an operation names, whether it exists or not. */
  readonly petId?: string | undefined;
  /** The status of the response; 499, which is never sent, if the client disconnected before there was one. */
  readonly status: number;
  /**
   * From the last header byte of the request to the end of the response, in milliseconds. A pipelined request begins when
   * the response before it has ended.
   */
  readonly duration: number;
  /** Whether the client disconnected before the whole response was sent. */
  readonly aborted: boolean;
  readonly traceparent?: string | undefined;
  readonly apiKeyId?: ApiKeyId | undefined;
  /** Why a request got 401. The client does not learn the reason. */
  readonly authenticationFailure?: AuthenticationFailure | undefined;
  /** The cause of a 500 or a 503. */
  readonly failure?: unknown;
  /** Why a request got 429 or 503; absent for `/readyz`. */
  readonly refusal?: RefusalCause | undefined;
}

/** The facts in `ctx.state` that middlewares collect for the report. */
export interface RequestState {
  apiKey?: ApiKey;
  /** The error that is the response. */
  apiError?: ErrorDetails;
}

// A target in absolute form (RFC 9112, section 3.2.2). The service ignores the part before the path.
const authority = /^https?:\/\/[^/?#]*/i;

/** Reduces a request target to its path and query. One without a path becomes `*`. */
const originForm = (target: string): string => {
  const rest = target.replace(authority, '');
  if (rest === target) return '*';
  return rest.startsWith('/') ? rest : `/${rest}`;
};

// Only an integer, because any other text at the end of a path may be a secret that was sent by mistake.
const integerAtEnd = /\/(-?\d{1,19})$/;

// 499 is not registered; nginx and other proxies log it in this case.
const clientClosedRequest = 499;

/** The report of a request whose response has closed. `path` is that of the API, below the path of its mount. */
const reportOf = (ctx: Context, requestId: string, path: string, route: string, duration: number): RequestReport => {
  const { req, res } = ctx;
  const { apiKey, apiError: { authenticationFailure, failure, refusal } = {} }: RequestState = ctx.state;
  return {
    requestId,
    method: ctx.method,
    route,
    petId: route.endsWith('/{petId}') ? integerAtEnd.exec(path)?.[1] : undefined,
    status: res.headersSent ? res.statusCode : clientClosedRequest,
    duration,
    aborted: !res.writableFinished,
    // Node.js joins repeated lines, whatever its types say.
    traceparent: req.headers['traceparent'] as string | undefined,
    apiKeyId: apiKey?.id,
    authenticationFailure,
    failure,
    refusal,
  };
};

/**
 * Begins a request: it gets the headers of all responses and a target that is a path and query, and is reported once, when
 * its response is sent or its connection lost. An application around the API can set its `X-Request-Id`, by the rule of
 * `requestIdOf`.
 */
export const reportRequest =
  (
    routeOf: (ctx: Context, path: string) => string,
    report: ((request: RequestReport) => void) | undefined,
  ): Middleware =>
  (ctx, next) => {
    const begin = performance.now();
    const { req, res } = ctx;
    const requestId = requestIdOf(res.getHeader('X-Request-Id') ?? req.headers['x-request-id']);
    setCommonHeaders(res, requestId);
    if (!ctx.url.startsWith('/')) ctx.url = originForm(ctx.url);
    // Now, because koa-mount changes the path of the context after its application.
    const { path } = ctx;
    if (report !== undefined)
      res.on('close', () => report(reportOf(ctx, requestId, path, routeOf(ctx, path), performance.now() - begin)));
    return next();
  };
