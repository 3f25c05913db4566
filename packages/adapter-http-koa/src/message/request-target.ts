// A target in absolute form (RFC 9112, section 3.2.2). The service ignores the part before the path.
const authority = /^https?:\/\/[^/?#]*/i;

/** A request target without its authority, and its parts. */
export interface RequestTarget {
  readonly target: string;
  readonly path: string;
  readonly query: string;
}

const originForm = (target: string): string => {
  if (target.startsWith('/')) return target;
  const rest = target.replace(authority, '');
  if (rest === target) return '*';
  return rest.startsWith('/') ? rest : `/${rest}`;
};

/**
 * Reduces a request target to its path and query as they were sent, without decoding or normalising. A target without a
 * path, such as the `host:port` of CONNECT, becomes `*`, which no route has.
 */
export const readTarget = (sent: string): RequestTarget => {
  const target = originForm(sent);
  const fragment = target.indexOf('#');
  const whole = fragment === -1 ? target : target.slice(0, fragment);
  const query = whole.indexOf('?');
  return query === -1
    ? { target, path: whole, query: '' }
    : { target, path: whole.slice(0, query), query: whole.slice(query + 1) };
};
