import { either as E } from 'fp-ts';
import type { Context } from 'koa';
import type { AuthenticationFailure } from '../api-error.ts';
import { errors } from '../errors.ts';

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
export const readCredential = (ctx: Context): string => {
  const credential = credentialOf(ctx.req.headers.authorization ?? '');
  if (E.isRight(credential)) return credential.right;
  throw isPreflight(ctx) ? errors.refusedPreflight() : errors.unauthorized(credential.left);
};
