import type { Authenticate } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { answerError, answerUnavailable } from './error-answer.ts';
import type { AuthenticationFailure, HttpContext, HttpMiddleware } from './http-context.ts';

/** The challenge of every 401 (RFC 6750, section 3), but for the `error` where a key was sent. */
export const realm = 'Bearer realm="animal-store"';

// Bearer and token68 of RFC 9110, sections 11.1 and 11.2. Two Authorization lines reach us joined: no token68.
const scheme = /^bearer +/i;
const token68 = /^[A-Za-z0-9._~+/-]+=*$/;

/** Whether a path asks for an API key. */
export const isProtected = (path: string): boolean => path === '/v1' || path.startsWith('/v1/');

// One answer for whatever is wrong with a key: unknown, expired, revoked and malformed keys look the same.
const refuse = (ctx: HttpContext, reason: AuthenticationFailure): void => {
  ctx.state.authenticationFailure = reason;
  ctx.set('WWW-Authenticate', reason === 'missing' ? realm : `${realm}, error="invalid_token"`);
  answerError(ctx, 'unauthorized', 'a valid API key is needed: Authorization: Bearer <API_KEY>');
};

/**
 * Lets a request under /v1 pass only with a valid API key (interface specification, section 5), before anything else
 * is looked at: without a key, one does not even learn which paths exist.
 */
export const authenticateRequest =
  (authenticate: Authenticate): HttpMiddleware =>
  async (ctx, next) => {
    if (!isProtected(ctx.path)) return next();
    const authorization = ctx.req.headers.authorization ?? '';
    const credential = authorization.replace(scheme, '');
    if (credential === authorization) return refuse(ctx, 'missing');
    if (!token68.test(credential)) return refuse(ctx, 'malformed');

    const outcome = await authenticate(credential)();
    if (E.isRight(outcome)) {
      ctx.state.apiKey = outcome.right;
      return next();
    }
    if (outcome.left._tag === 'RepositoryUnavailable') return answerUnavailable(ctx, outcome.left);
    return refuse(ctx, outcome.left.reason);
  };
