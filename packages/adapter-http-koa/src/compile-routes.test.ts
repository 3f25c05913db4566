import Router from '@koa/router';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileRoutes, type Routes } from './compile-routes.ts';

const routes: Routes<string> = {
  '/v1/pets': { GET: 'list', POST: 'add' },
  '/v1/pets/:petId': { GET: 'get' },
  '/v1/pets/:petId/status/:status': { POST: 'change' },
  '/docs': { GET: 'page' },
  '/docs/swagger-ui.css': { GET: 'style' },
};

const router = new Router({ sensitive: true, strict: true });
for (const [path, { GET, POST }] of Object.entries(routes)) {
  if (GET !== undefined) router.get(path, () => GET);
  if (POST !== undefined) router.post(path, () => POST);
}

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
      const { GET, POST } = routes[template] ?? {};
      const handlers = Object.entries({ GET, HEAD: GET, POST }).filter(([, handler]) => handler !== undefined);
      const route = findRoute(sought);
      expect(route?.template ?? '').toBe(template.replace(/:(\w+)/g, '{$1}'));
      expect([...(route?.handlers ?? [])]).toEqual(handlers);
    }),
    { numRuns: 1_000 },
  );
});

it('refuses routes that overlap, because the router would depend on their order', () => {
  expect(() => compileRoutes({ ...routes, '/v1/pets/new': { GET: 'new' } })).toThrow(
    new TypeError('the route /v1/pets/new overlaps with /v1/pets/:petId and /v1/pets/new'),
  );
});
