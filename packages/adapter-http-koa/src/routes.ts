import { METHODS } from 'node:http';
import Router from '@koa/router';
import type { Context, DefaultState } from 'koa';

/** A router of exact paths. It knows all methods, because it would respond with 501 to unknown ones. */
export const createRouter = <State = DefaultState>(prefix = ''): Router<State> =>
  new Router<State>({ prefix, sensitive: true, strict: true, methods: METHODS });

const templateOf = (layerPath: unknown): string => String(layerPath).replace(/:(\w+)/g, '{$1}');

/** The template of the route that a router has run; undefined if none did. */
export const matchedRoute = ({ _matchedRoute }: Context): string | undefined =>
  _matchedRoute === undefined ? undefined : templateOf(_matchedRoute);

/** The template of a path, such as `/v1/pets/{petId}`; `unmatched` if no router has a route for it. */
export const routeOf =
  (...routers: readonly Pick<Router, 'match'>[]) =>
  (path: string): string => {
    for (const router of routers) {
      const [layer] = router.match(path, 'GET').path;
      if (layer !== undefined) return templateOf(layer.path);
    }
    return 'unmatched';
  };
