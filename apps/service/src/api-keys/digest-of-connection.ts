// In CPU time, SHA-256 of a token takes 1 µs of a request, which takes 20 µs in all. Most connections send one token again
// and again. Node.js keeps the headers of their last request anyway, so no token stays longer in memory.
import type { ApiKeyDigest, ApiKeyToken, KeyMaterial } from '@animal-store/access';

/** The digest of the token that a connection last sent. */
export interface DigestOfConnection {
  /** The SHA-256 digest of a token. The connection is the same object for all its requests. */
  readonly digestOf: (token: ApiKeyToken, connection: object) => ApiKeyDigest;
  /** Keeps the digest of a token until the connection sends another one or ends. */
  readonly keep: (token: ApiKeyToken, connection: object, digest: ApiKeyDigest) => void;
}

// In constant time, because a proxy may send the requests of several clients on one connection.
const areEqual = (one: string, other: string): boolean => {
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index += 1) difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  return difference === 0;
};

/** Makes a function that computes a digest only when a connection sends another token than before. */
export const digestOfConnection = (sha256: KeyMaterial['sha256']): DigestOfConnection => {
  const latest = new WeakMap<object, { readonly token: ApiKeyToken; readonly digest: ApiKeyDigest }>();
  return {
    digestOf: (token, connection) => {
      const known = latest.get(connection);
      return known !== undefined && areEqual(known.token, token) ? known.digest : sha256(token);
    },
    keep: (token, connection, digest) => {
      if (latest.get(connection)?.digest !== digest) latest.set(connection, { token, digest });
    },
  };
};
