import type { ApiKey, Authenticate } from '@animal-store/access';
import { either as E } from 'fp-ts';
import type { Context, Middleware } from 'koa';
import type { AuthenticationFailure } from '../api-error.ts';
import { errors } from '../errors.ts';
import type { RequestState } from './report-request.ts';

/** The state of a request that `authenticateRequest` has let through. */
export interface Authenticated extends RequestState {
  apiKey: ApiKey;
}

/** An operation of the API, which runs only for authenticated requests. */
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

/**
 * Lets requests with a valid API key through. It comes before path, method and body are checked, because an
 * unauthenticated client must not learn which paths exist.
 */
export const authenticateRequest =
  (authenticate: Authenticate): Middleware<Authenticated> =>
  async (ctx, next) => {
    const credential = credentialOf(ctx.req.headers.authorization ?? '');
    if (E.isLeft(credential)) throw isPreflight(ctx) ? errors.refusedPreflight() : errors.unauthorized(credential.left);
    const found = await authenticate(credential.right)();
    if (E.isLeft(found)) {
      const failure = found.left;
      throw failure._tag === 'Unauthenticated'
        ? errors.unauthorized(failure.reason)
        : errors.storeUnavailable(failure.cause);
    }
    ctx.state.apiKey = found.right;
    await next();
  };
