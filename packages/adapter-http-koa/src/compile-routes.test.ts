import Router from '@koa/router';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileRoutes, type Routes } from './compile-routes.ts';

const routes: Routes<string> = {
  '/v1/pets': { GET: 'list', POST: 'add' },
  '/v1/pets/:petId': { PATCH: 'change', GET: 'get', DELETE: 'remove' },
  '/v1/pets/:petId/status/:status': { PUT: 'set' },
  '/docs': { GET: 'page' },
  '/docs/swagger-ui.css': { GET: 'style' },
};

const router = new Router({ sensitive: true, strict: true });
for (const [path, handlers] of Object.entries(routes)) router.register(path, Object.keys(handlers), () => undefined);

const segment = fc.constantFrom(
  ...'v1 pets V1 docs swagger-ui.css status 1 -5 %31'.split(' '),
  ...['', '..', '*', ':petId', 'a b'],
);
const path = fc.oneof(
  fc.array(segment, { maxLength: 6 }).map((segments) => `/${segments.join('/')}`),
  fc.string({ maxLength: 20 }).map((text) => `/v1/pets/${text}`),
  fc.string({ maxLength: 20 }),
);

it('finds the same routes as the router', () => {
  const findRoute = compileRoutes(routes);
  fc.assert(
    fc.property(path, (sought) => {
      const { path: matched } = router.match(sought, 'GET');
      const template = matched.at(-1)?.path.toString() ?? '';
      const handlers = routes[template] ?? {};
      const withHead = 'GET' in handlers ? { ...handlers, HEAD: handlers.GET } : handlers;
      const route = findRoute(sought);
      expect(route?.template ?? '').toBe(template.replace(/:(\w+)/g, '{$1}'));
      expect(new Map(route?.handlers)).toEqual(new Map(Object.entries(withHead)));
    }),
    { numRuns: 1_000 },
  );
});

it('refuses routes that overlap, because the router would depend on their order', () => {
  expect(() => compileRoutes({ ...routes, '/v1/pets/new': { GET: 'new' } })).toThrow(
    new TypeError('the route /v1/pets/new overlaps with /v1/pets/:petId and /v1/pets/new'),
  );
});
