import type { ApiKey, Authenticate } from '@animal-store/access';
import { either as E } from 'fp-ts';
import type { Context, Middleware } from 'koa';
import compose from 'koa-compose';
import { errorOf } from '../errors.ts';
import { readCredential } from './authenticate.ts';
import { defaultRequestsInFlight, limitInFlight } from './limit-in-flight.ts';
import { limitRate, type RateLimit } from './limit-rate.ts';
import type { RequestState } from './report-request.ts';

/** The state of a request that the guard has let through. */
export interface Authenticated extends RequestState {
  apiKey: ApiKey;
}

/** An operation of the API, or a part of one, which runs only for authenticated requests. */
export type Operation = Middleware<Authenticated>;

const isOver = ({ res, headerSent }: Context): boolean => res.closed || headerSent;

/**
 * Lets an operation run for requests that get a slot (503), have a valid API key (401), and are within the share (429) and the
 * rate (429) of the key, in this order. A slot is taken to the end of the response or of the work on it, whichever is later. A
 * request is dropped if its response was already sent or its client has disconnected.
 */
export const createGuard = (
  authenticate: Authenticate,
  maxRequestsInFlight: number = defaultRequestsInFlight,
  rateLimit?: RateLimit,
): ((...operation: readonly Operation[]) => Middleware) => {
  const takeSlot = limitInFlight(maxRequestsInFlight);
  const checkRate = rateLimit && limitRate(rateLimit);
  return (...operation) => {
    const run = compose(operation as Middleware[]);
    return async (ctx, next) => {
      if (isOver(ctx)) return;
      const slot = takeSlot();
      try {
        const found = await authenticate(readCredential(ctx))();
        if (E.isLeft(found)) throw errorOf(found.left);
        const { id } = found.right;
        ctx.state['apiKey'] = found.right;
        if (isOver(ctx)) return;
        slot.countFor(id);
        if (checkRate !== undefined) await checkRate(ctx, id);
        await run(ctx, next);
      } finally {
        if (ctx.res.closed) slot.free();
        else ctx.res.on('close', slot.free);
      }
    };
  };
};
