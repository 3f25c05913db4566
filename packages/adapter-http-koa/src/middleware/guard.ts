import type { ApiKey, Authenticate } from '@animal-store/access';
import { either as E } from 'fp-ts';
import type { Context, Middleware } from 'koa';
import compose from 'koa-compose';
import type { AuthenticationFailure } from '../api-error.ts';
import { errorOf, errors } from '../errors.ts';
import { defaultRequestsInFlight, limitInFlight } from './limit-in-flight.ts';
import { limitRate, type RateLimit } from './limit-rate.ts';
import type { RequestState } from './report-request.ts';

/** The state of a request that the guard has let through. */
export interface Authenticated extends RequestState {
  apiKey: ApiKey;
}

/** An operation of the API, or a part of one, which runs only for authenticated requests. */
export type Operation = Middleware<Authenticated>;

// Bearer and token68 of RFC 9110, sections 11.1 and 11.2. Two Authorization lines arrive joined, which is not a
// token68.
const bearer = /^bearer +(?:([A-Za-z0-9._~+/-]+=*)$)?/i;

/** Reads `Authorization: Bearer <credential>` (RFC 6750, section 2.1). */
export const credentialOf = (authorization: string): E.Either<AuthenticationFailure, string> => {
  const found = bearer.exec(authorization);
  if (found === null) return E.left('missing');
  const [, credential] = found;
  return credential === undefined ? E.left('malformed') : E.right(credential);
};

/** Whether a browser asks what a page may send (https://fetch.spec.whatwg.org/#cors-preflight-fetch). */
const isPreflight = (ctx: Context): boolean =>
  ctx.method === 'OPTIONS' && ctx.get('Origin') !== '' && ctx.get('Access-Control-Request-Method') !== '';

/** The credential of a request. Throws 401 if there is none that can be an API key. */
const readCredential = (ctx: Context): string => {
  const credential = credentialOf(ctx.req.headers.authorization ?? '');
  if (E.isRight(credential)) return credential.right;
  throw isPreflight(ctx) ? errors.refusedPreflight() : errors.unauthorized(credential.left);
};

// Nothing starts after its response was given.
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
        checkRate?.(ctx, id);
        await run(ctx, next);
      } finally {
        if (ctx.res.closed) slot.free();
        else ctx.res.on('close', slot.free);
      }
    };
  };
};
