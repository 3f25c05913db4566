import type { DefaultState, Middleware, ParameterizedContext } from 'koa';
import type { ApiError } from '../message/api-error.ts';

/** The default limit of requests in flight. */
export const defaultRequestsInFlight = 500;

/**
 * Limits the requests in flight of each group. A request counts from here to the end of its response or of the work on it,
 * whichever is later. It is dropped if its response was already sent or its client has disconnected.
 */
export const limitInFlight = <State = DefaultState>(
  limit: number,
  groupOf: (ctx: ParameterizedContext<State>) => string,
  refuse: () => ApiError,
): Middleware<State> => {
  const counts = new Map<string, number>();
  return async (ctx, next) => {
    if (ctx.res.closed || ctx.headerSent) return;
    const group = groupOf(ctx);
    const count = counts.get(group) ?? 0;
    if (count >= limit) throw refuse();
    counts.set(group, count + 1);
    const leave = (): void => {
      const others = (counts.get(group) ?? 0) - 1;
      if (others > 0) counts.set(group, others);
      else counts.delete(group);
    };
    try {
      await next();
    } finally {
      if (ctx.res.closed) leave();
      else ctx.res.once('close', leave);
    }
  };
};
