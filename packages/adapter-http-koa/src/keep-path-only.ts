import type { HttpMiddleware } from './http-context.ts';

// A target in absolute form (RFC 9112, section 3.2.2); what stands before the path is of no interest to us.
const authority = /^https?:\/\/[^/?#]*/i;

/**
 * Reduces the request target to its path and query, as they were sent: nothing is decoded or normalised. A target
 * without a path, such as the `host:port` of CONNECT, becomes `*`, which no route has.
 */
export const keepPathOnly: HttpMiddleware = (ctx, next) => {
  const target = ctx.req.url ?? '';
  if (!target.startsWith('/')) {
    const rest = target.replace(authority, '');
    if (rest === target) ctx.req.url = '*';
    else ctx.req.url = rest.startsWith('/') ? rest : `/${rest}`;
  }
  return next();
};
