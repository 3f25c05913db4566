import { expect, test } from 'vitest';
import { readDeprecation } from './deprecation-notice.ts';

const deprecation = '@1764892800';
const sunset = 'Thu, 05 Dec 2030 00:00:00 GMT';
const link = '</v1/pets>; rel="successor-version"';

test.each([
  [
    { deprecation, sunset, link },
    {
      deprecated: new Date('2025-12-05T00:00:00Z'),
      sunset: new Date('2030-12-05T00:00:00Z'),
      successor: 'https://animals.example/v1/pets',
    },
  ],
  [{ deprecation: '@-1' }, { deprecated: new Date(-1000) }],
  [{ deprecation: 'x@1' }, {}],
  [{ deprecation: '@1.5' }, {}],
  [{ deprecation: '@9999999999999' }, {}],
  [{ deprecation: '@99999999999999999999' }, {}],
  [{ sunset }, { sunset: new Date('2030-12-05T00:00:00Z') }],
  [{ sunset: 'soon', link: '<https://evil.example/>; rel="successor-version"' }, {}],
  [{ link }, undefined],
])('%j', (headers, notice) => {
  const read = readDeprecation('getPet', 'https://animals.example/v1/pets/1', new Headers(Object.entries(headers)));
  expect(read).toStrictEqual(notice && { operation: 'getPet', ...notice });
});
