import { METHODS } from 'node:http';
import Router from '@koa/router';
import type { Context } from 'koa';

/** The path of all operations. A new version of the interface gets another path. */
export const apiPath = '/v1';

/** A router of exact paths. It knows all methods, because it would respond with 501 to unknown ones. */
export const createRouter = (prefix = ''): Router =>
  new Router({ prefix, sensitive: true, strict: true, methods: METHODS });

/**
 * Finds the template of the route of a request, such as `/v1/pets/{petId}`: of the route that has run, else of one with the
 * path of the request, else `unmatched`.
 */
export const routeOf = (...routers: readonly Pick<Router, 'match' | 'stack'>[]) => {
  const templates = new Map<unknown, string>(
    routers.flatMap(({ stack }) => stack.map(({ path }) => [path, String(path).replace(/:(\w+)/g, '{$1}')] as const)),
  );
  const match = (path: string): unknown =>
    routers.flatMap((router) => router.match(path, 'GET').path).map((layer) => layer.path)[0];
  return ({ _matchedRoute: matched }: Context, path: string): string =>
    templates.get(matched) ?? templates.get(match(path)) ?? 'unmatched';
};
