import { expect, it } from 'vitest';
import { createOpenApiDocument } from '../openapi-document.ts';
import { requestIdOf } from './common-headers.ts';

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
