import type { Authenticate } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { markAuthenticated } from './authenticated-sockets.ts';
import { credentialOf } from './bearer-credential.ts';
import { answerError, answerTooMuch, answerUnavailable } from './error-answer.ts';
import type { AuthenticationFailure, HttpContext, HttpMiddleware } from './http-context.ts';

/** The challenge of every 401 (RFC 6750, section 3), but for the `error` where a key was sent. */
export const realm = 'Bearer realm="animal-store"';

/** Whether a path asks for an API key. */
export const isProtected = (path: string): boolean => path === '/v1' || path.startsWith('/v1/');

// One answer for whatever is wrong with a key: unknown, expired, revoked and malformed keys look the same.
const refuse = (ctx: HttpContext, reason: AuthenticationFailure): void => {
  ctx.state.authenticationFailure = reason;
  ctx.set('WWW-Authenticate', reason === 'missing' ? realm : `${realm}, error="invalid_token"`);
  answerError(ctx, 'unauthorized', 'a valid API key is needed: Authorization: Bearer <API_KEY>');
};

/**
 * Lets a request under /v1 pass only with a valid API key (interface specification, section 5), before its path, method
 * and body are looked at: without a key, one does not even learn which paths exist. The request then counts to the share
 * of that key.
 */
export const authenticateRequest =
  (authenticate: Authenticate): HttpMiddleware =>
  async (ctx, next) => {
    if (!isProtected(ctx.path)) return next();
    const { credential, fault } = credentialOf(ctx.req);
    if (credential === undefined) return refuse(ctx, fault);

    const outcome = await authenticate(credential)();
    if (E.isLeft(outcome)) {
      if (outcome.left._tag === 'RepositoryUnavailable') return answerUnavailable(ctx, outcome.left);
      return refuse(ctx, outcome.left.reason);
    }
    markAuthenticated(ctx.req.socket);
    ctx.state.apiKeyId = outcome.right.id;
    const refusal = ctx.state.slot?.assign(outcome.right.id);
    if (refusal !== undefined) return answerTooMuch(ctx, refusal);
    ctx.state.apiKey = outcome.right;
    return next();
  };
