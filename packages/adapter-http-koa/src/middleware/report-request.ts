import type { Middleware } from 'koa';
import { beginRequest, type RequestReport } from '../message/request-report.ts';

// A target in absolute form (RFC 9112, section 3.2.2). The service ignores the part before the path.
const authority = /^https?:\/\/[^/?#]*/i;

/** Reduces a request target to its path and query. One without a path, such as that of CONNECT, becomes `*`. */
const originForm = (target: string): string => {
  if (target.startsWith('/')) return target;
  const rest = target.replace(authority, '');
  if (rest === target) return '*';
  return rest.startsWith('/') ? rest : `/${rest}`;
};

/** Gives each request its id, the headers of all responses, its log line and its metric, and each target its path. */
export const reportRequest =
  (routeOf: (path: string) => string, report: ((request: RequestReport) => void) | undefined): Middleware =>
  (ctx, next) => {
    ctx.url = originForm(ctx.url);
    const record = beginRequest(ctx.req, ctx.res, report);
    // koa-mount changes the path of the context when its application has run.
    record.path = ctx.path;
    record.routeOf = routeOf;
    return next();
  };
