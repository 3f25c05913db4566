import { expect, test } from 'vitest';
import { readDeprecation } from './deprecation-notice.ts';

const url = 'https://animals.example/v1/pets/1';
const read = (headers: Record<string, string>) => readDeprecation('getPet', url, new Headers(headers));

test('what the service says', () => {
  expect(
    read({
      Deprecation: '@1764892800',
      Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
      Link: '</v1/pets>; rel="successor-version"',
    }),
  ).toStrictEqual({
    operation: 'getPet',
    deprecated: new Date('2025-12-05T00:00:00Z'),
    sunset: new Date('2030-12-05T00:00:00Z'),
    successor: 'https://animals.example/v1/pets',
  });
});

test.each([
  [{ Deprecation: '@-1' }, { deprecated: new Date(-1000) }],
  [{ Deprecation: 'x@1' }, {}],
  [{ Deprecation: '@1.5' }, {}],
  [{ Deprecation: '@9999999999999' }, {}],
  [{ Deprecation: '@99999999999999999999' }, {}],
  [{ Sunset: 'soon' }, {}],
  [{ Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' }, { sunset: new Date('2030-12-05T00:00:00Z') }],
  [{ Sunset: 'soon', Link: '<https://evil.example/>; rel="successor-version"' }, {}],
])('%j', (headers, notice) => {
  expect(read(headers as Record<string, string>)).toStrictEqual({ operation: 'getPet', ...notice });
});

test('nothing', () => {
  expect(read({ Link: '</v1/pets>; rel="successor-version"' })).toBeUndefined();
});
