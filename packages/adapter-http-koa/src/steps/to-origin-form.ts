import type { Step } from '../application/http-context.ts';

// A target in absolute form (RFC 9112, section 3.2.2). The service ignores the part before the path.
const authority = /^https?:\/\/[^/?#]*/i;

const originForm = (target: string): string => {
  if (target.startsWith('/')) return target;
  const rest = target.replace(authority, '');
  if (rest === target) return '*';
  return rest.startsWith('/') ? rest : `/${rest}`;
};

/** The path of a request target as it was sent, without the query. */
export const pathOf = (target: string): string => originForm(target).split(/[?#]/, 1)[0] ?? '';

/**
 * Reduces the request target to its path and query as they were sent, without decoding or normalising. A target without
 * a path, such as the `host:port` of CONNECT, becomes `*`, which no route has. It runs once, because Koa would split
 * the target again each time a step reads the path.
 */
export const toOriginForm: Step = ({ req, state }) => {
  const target = originForm(req.url ?? '');
  req.url = target;
  const fragment = target.indexOf('#');
  const whole = fragment === -1 ? target : target.slice(0, fragment);
  const query = whole.indexOf('?');
  state.path = query === -1 ? whole : whole.slice(0, query);
  state.querystring = query === -1 ? '' : whole.slice(query + 1);
};
