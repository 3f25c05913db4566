import Router from '@koa/router';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileRoutes } from './compile-routes.ts';
import type { RequestState } from './http-context.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'get', ''] as const;

const createRouter = (): Router<RequestState> =>
  new Router<RequestState>({ sensitive: true, strict: true })
    .get('/v1/pets', () => 'list')
    .post(
      '/v1/pets',
      () => 'hold',
      () => 'read',
      () => 'add',
    )
    .get('/v1/pets/:petId', () => 'get')
    .put('/v1/pets/:petId/status/:status', () => 'put')
    .get('/docs', () => 'page')
    .get('/docs/swagger-ui.css', () => 'style');

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
  const router = createRouter();
  const findRoute = compileRoutes(router);
  fc.assert(
    fc.property(path, fc.constantFrom(...methods), (sought, method) => {
      const { path: matched } = router.match(sought, method);
      const route = findRoute(sought);
      expect(route?.template).toBe(
        matched
          .at(-1)
          ?.path.toString()
          .replace(/:(\w+)/g, '{$1}'),
      );
      expect([...(route?.handlers.keys() ?? [])].sort()).toEqual(matched.flatMap((layer) => layer.methods).sort());
      const layer = matched.find((each) => each.methods.includes(method));
      expect(route?.handlers.get(method)).toBe(layer?.stack);
    }),
    { numRuns: 1_000 },
  );
});

it('refuses routes that overlap, because the router would depend on their order', () => {
  const router = createRouter().get('/v1/pets/new', () => 'new');
  expect(() => compileRoutes(router)).toThrow(
    new TypeError('the route /v1/pets/new overlaps with /v1/pets/:petId and /v1/pets/new'),
  );
});
