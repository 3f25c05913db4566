import { EventEmitter } from 'node:events';
import type { Context } from 'koa';
import { expect, it } from 'vitest';
import { createOpenApiDocument } from '../openapi-document.ts';
import { reportRequest, requestIdOf } from './report-request.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const { schema } = Object(createOpenApiDocument({ base: '/v1' })['x-common-headers']['X-Request-Id']);
const documented = new RegExp(schema.pattern);

it.each(['0', 'a.B_c-9', '-', '__proto__', 'x'.repeat(64)])('keeps %s', (header) => {
  expect(requestIdOf(header)).toBe(header);
  expect(header).toMatch(documented);
});

it.each([
  ['no header', undefined],
  ['an empty one', ''],
  ['65 characters', 'x'.repeat(65)],
  ['a space', 'a b'],
  ['two values', 'a, b'],
  ['a line end', 'a\n'],
  ['Latin-1', '\u00e9'],
  ['markup', '<b>'],
  ['a list', ['a']],
])('replaces %s', (_, header) => {
  const made = requestIdOf(header);
  expect(made).toMatch(uuid);
  if (typeof header === 'string') expect(header).not.toMatch(documented);
  expect(requestIdOf(header)).not.toBe(made);
});

it('reports nothing without a report function', async () => {
  const res = Object.assign(new EventEmitter(), { setHeader: () => res, getHeader: () => undefined });
  const ctx = { req: { headers: {} }, res, url: '/v1/pets', path: '/v1/pets' } as unknown as Context;
  await reportRequest(() => '/v1/pets', undefined)(ctx as never, async () => undefined);
  expect(res.listenerCount('close')).toBe(0);
});
