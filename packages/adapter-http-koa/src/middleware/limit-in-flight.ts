import type { ApiKeyId } from '@animal-store/access';
import type { Middleware } from 'koa';
import { errors } from '../errors.ts';
import type { Authenticated } from './authenticate.ts';

/** The default limit of requests in flight. */
export const defaultRequestsInFlight = 500;

/** The requests in flight of one API key. */
interface Share {
  inFlight: number;
}

interface InFlight extends Authenticated {
  /** The share of its API key. */
  share?: Share;
}

/**
 * Limits the requests in flight, and those of one API key to half of them, rounded up. A request counts to the end of its
 * response or of the work on it, whichever is later. It is dropped if its response was already sent or its client has disconnected.
 */
export const limitInFlight = (
  limit: number,
): { readonly ofAllKeys: Middleware<InFlight>; readonly ofOneKey: Middleware<InFlight> } => {
  const half = Math.ceil(limit / 2);
  // An entry stays, because keys are few.
  const shares = new Map<ApiKeyId, Share>();
  let inFlight = 0;

  const leave = ({ share }: InFlight): void => {
    inFlight -= 1;
    if (share !== undefined) share.inFlight -= 1;
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
      const share = shares.get(id) ?? { inFlight: 0 };
      if (share.inFlight >= half) throw errors.shareTaken();
      share.inFlight += 1;
      shares.set(id, share);
      ctx.state.share = share;
      return next();
    },
  };
};
