// Bearer and token68 of RFC 9110, sections 11.1 and 11.2. Two Authorization lines arrive joined, which is not a
// token68.
const scheme = /^bearer +/i;
const token68 = /^[A-Za-z0-9._~+/-]+=*$/;

/** The credential of the Authorization header, or why there is none. */
export type Credential =
  | { readonly credential: string; readonly fault?: never }
  | { readonly credential?: never; readonly fault: 'missing' | 'malformed' };

/** Reads `Authorization: Bearer <credential>` (RFC 6750, section 2.1). */
export const credentialOf = (authorization = ''): Credential => {
  // Reads the usual spelling without a regular expression, for speed.
  const isUsual = authorization.startsWith('Bearer ') && authorization[7] !== ' ';
  const credential = isUsual ? authorization.slice(7) : authorization.replace(scheme, '');
  if (credential === authorization) return { fault: 'missing' };
  return token68.test(credential) ? { credential } : { fault: 'malformed' };
};
