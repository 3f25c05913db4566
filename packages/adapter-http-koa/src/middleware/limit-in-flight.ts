import type { ApiKeyId } from '@animal-store/access';
import type { Middleware } from 'koa';
import { errors } from '../errors.ts';
import type { Authenticated } from './authenticate.ts';

/** The default limit of requests in flight. */
export const defaultRequestsInFlight = 500;

interface InFlight extends Authenticated {
  /** The API key whose share has this request. */
  sharedBy?: ApiKeyId;
}

/**
 * Limits the requests in flight, and those of one API key to half of them, rounded up. A request counts to the end of its
 * response or of the work on it, whichever is later. It is dropped if its response was already sent or its client has disconnected.
 */
export const limitInFlight = (
  limit: number,
): { readonly ofAllKeys: Middleware<InFlight>; readonly ofOneKey: Middleware<InFlight> } => {
  const half = Math.ceil(limit / 2);
  const shares = new Map<ApiKeyId, number>();
  let inFlight = 0;

  const leave = ({ sharedBy }: InFlight): void => {
    inFlight -= 1;
    if (sharedBy === undefined) return;
    const others = (shares.get(sharedBy) ?? 0) - 1;
    if (others > 0) shares.set(sharedBy, others);
    else shares.delete(sharedBy);
  };

  return {
    ofAllKeys: async ({ res, headerSent, state }, next) => {
      if (res.closed || headerSent) return;
      if (inFlight >= limit) throw errors.allTaken();
      inFlight += 1;
      try {
        await next();
      } finally {
        if (res.closed) leave(state);
        else res.on('close', () => leave(state));
      }
    },
    ofOneKey: (ctx, next) => {
      if (ctx.res.closed || ctx.headerSent) return Promise.resolve();
      const { id } = ctx.state.apiKey;
      const count = shares.get(id) ?? 0;
      if (count >= half) throw errors.shareTaken();
      shares.set(id, count + 1);
      ctx.state.sharedBy = id;
      return next();
    },
  };
};
