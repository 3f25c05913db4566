import type { Middleware } from 'koa';
import { beginRequest, type RequestReport } from '../message/request-report.ts';

// A target in absolute form (RFC 9112, section 3.2.2). The service ignores the part before the path.
const authority = /^https?:\/\/[^/?#]*/i;

/** Reduces a request target to its path and query. One without a path, such as that of CONNECT, becomes `*`. */
const originForm = (target: string): string => {
  const rest = target.replace(authority, '');
  if (rest === target) return '*';
  return rest.startsWith('/') ? rest : `/${rest}`;
};

/** Begins each request, which gives it an id, headers and a report, and reduces its target to a path and query. */
export const reportRequest =
  (routeOf: (path: string) => string, report: ((request: RequestReport) => void) | undefined): Middleware =>
  (ctx, next) => {
    if (!ctx.url.startsWith('/')) ctx.url = originForm(ctx.url);
    const record = beginRequest(ctx.req, ctx.res, report);
    // Now, because koa-mount changes the path of the context after its application.
    record.path = ctx.path;
    record.routeOf = routeOf;
    return next();
  };
