import type { ApiKey, Authenticate } from '@animal-store/access';
import { either as E } from 'fp-ts';
import { apiPath } from '../api-path.ts';
import type { AuthenticationFailure, HttpContext, Step } from '../application/http-context.ts';
import type { TrackedRequest } from '../client-connection.ts';
import { respondWithError, respondWithRefusal, respondWithUnavailable } from '../response/error-response.ts';
import { setHeader } from '../response/response-headers.ts';
import { credentialOf } from './bearer-credential.ts';

/** The challenge of every 401 (RFC 6750, section 3). If the request has a key, `error` is added. */
export const realm = 'Bearer realm="animal-store"';

const invalidToken = `${realm}, error="invalid_token"`;

const operations = `${apiPath}/`;

/** Whether a path needs an API key. */
export const isProtected = (path: string): boolean => path.startsWith(operations) || path === apiPath;

// Unknown, expired, revoked and malformed keys get the same response, so that it reveals nothing about the key.
const refuse = (ctx: HttpContext, reason: AuthenticationFailure): void => {
  const { clientConnection }: TrackedRequest = ctx.req;
  if (reason !== 'missing') clientConnection?.reject();
  ctx.state.authenticationFailure = reason;
  setHeader(ctx.res, 'WWW-Authenticate', reason === 'missing' ? realm : invalidToken);
  respondWithError(ctx, 'unauthorized', 'a valid API key is needed: Authorization: Bearer <API_KEY>');
};

const accept = (ctx: HttpContext, apiKey: ApiKey): void => {
  const { state } = ctx;
  state.apiKeyId = apiKey.id;
  const refusal = state.slot?.assign(apiKey.id);
  if (refusal === undefined) state.apiKey = apiKey;
  else respondWithRefusal(ctx, refusal);
};

/**
 * Lets a request under /v1 pass only with a valid API key (docs/interface.md, section 5). It runs before path, method
 * and body are checked, because an unauthenticated client must not learn which paths exist. The request then counts to
 * the share of that key. A key that was looked up a short time ago is not looked up again, and the request does not
 * wait.
 */
export const authenticateRequest = (authenticate: Authenticate): Step => {
  const lookUp = async (ctx: HttpContext, credential: string): Promise<void> => {
    const outcome = await authenticate(credential)();
    if (E.isRight(outcome)) accept(ctx, outcome.right);
    else if (outcome.left._tag === 'RepositoryUnavailable') respondWithUnavailable(ctx, outcome.left);
    else refuse(ctx, outcome.left.reason);
  };
  return (ctx) => {
    const { path, recognized } = ctx.state;
    if (!isProtected(path)) return undefined;
    if (recognized?.isCurrent === true) return accept(ctx, recognized.apiKey);
    const { credential, fault } = credentialOf(ctx.req);
    return credential === undefined ? refuse(ctx, fault) : lookUp(ctx, credential);
  };
};

/** Tells the server that the connection carries a valid key. It runs after the rate limit, which has refused no request. */
export const acceptConnection: Step = ({ req, state }) => {
  const { clientConnection }: TrackedRequest = req;
  if (state.apiKey !== undefined) clientConnection?.accept(state.apiKey.id);
};
