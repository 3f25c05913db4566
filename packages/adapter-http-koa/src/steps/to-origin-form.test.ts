import { expect, it } from 'vitest';
import type { HttpContext } from '../application/http-context.ts';
import { pathOf, toOriginForm } from './to-origin-form.ts';

it.each([
  ['/', '/', '/', ''],
  ['/v1/pets?limit=1?x', '/v1/pets?limit=1?x', '/v1/pets', 'limit=1?x'],
  ['/a?', '/a?', '/a', ''],
  ['/a#b?c', '/a#b?c', '/a', ''],
  ['/a?b#c', '/a?b#c', '/a', 'b'],
  ['//a/%2F/..', '//a/%2F/..', '//a/%2F/..', ''],
  ['HTTPS://user@host:1/a?b', '/a?b', '/a', 'b'],
  ['http://host', '/', '/', ''],
  ['http://host?b', '/?b', '/', 'b'],
  ['/http://host/a', '/http://host/a', '/http://host/a', ''],
  ['ftp://host/a', '*', '*', ''],
  ['host:443', '*', '*', ''],
  ['*', '*', '*', ''],
])('reduces %j', (url, reduced, path, querystring) => {
  const ctx = { req: { url }, state: {} } as HttpContext;
  void toOriginForm(ctx);
  expect([ctx.req.url, ctx.state.path, ctx.state.querystring]).toEqual([reduced, path, querystring]);
  expect(pathOf(url)).toBe(path);
});
