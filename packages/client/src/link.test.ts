import { describe, expect, test } from 'vitest';
import { linkTarget, resolveInOrigin } from './link.ts';

const next = (header: string) => linkTarget(new Headers({ Link: header }), 'next');

test.each([
  ['</v1/pets?limit=2&cursor=MS4yLg>; rel="next"', '/v1/pets?limit=2&cursor=MS4yLg'],
  ['<a>;rel=next', 'a'],
  ['<a> ; REL = "NEXT"', 'a'],
  ['<a>; rel="prev next"', 'a'],
  ['<a>; title="b, c"; rel="next"', 'a'],
  ['<a,b>; rel="next"', 'a,b'],
  ['<a>; rel="prev", <b>; rel="next"', 'b'],
  ['<a>; rel="next", <b>; rel="next"', 'a'],
  ['<a>; title="\\"; rel=next"; rel="prev", <b>; rel="next"', 'b'],
  ['<a>; title="<x>; rel=next", <b>; rel="next"', 'b'],
  ['<a>; crossorigin; rel="next"', 'a'],
  ['<>; rel="next"', ''],
  ['', undefined],
  ['</v1/pets>; rel="successor-version"', undefined],
  ['<a>; rel="nextish"', undefined],
  ['<a>; rel="prev"; rel="next"', undefined],
  ['<a>; title="; rel=next"', undefined],
  ['<a>; xrel="next"', undefined],
  ['<a>; rel; rel="next"', undefined],
  ['a; rel="next"', undefined],
])('the next page of %s is %s', (header, target) => {
  expect(next(header)).toBe(target);
});

test.each(['<'.repeat(200_000), `<a>${';'.repeat(200_000)}`, `<a>; rel="${'\\"'.repeat(100_000)}`])(
  'a hostile header costs little time: $0',
  (header) => {
    const before = performance.now();
    next(header);
    expect(performance.now() - before).toBeLessThan(1000);
  },
);

describe('resolveInOrigin', () => {
  const from = 'https://animals.example/v1/pets?limit=2';

  test.each([
    ['/v1/pets?cursor=a', 'https://animals.example/v1/pets?cursor=a'],
    ['?cursor=a', 'https://animals.example/v1/pets?cursor=a'],
    ['HTTPS://ANIMALS.EXAMPLE:443/v1/pets?cursor=a#b', 'https://animals.example/v1/pets?cursor=a'],
    ['https://user:password@animals.example/v1/pets', 'https://animals.example/v1/pets'],
    ['/v1/../v2/pets', 'https://animals.example/v2/pets'],
    ['https://animals.example//evil.example/pets', 'https://animals.example//evil.example/pets'],
  ])('%s stays', (reference, url) => {
    expect(resolveInOrigin(reference, from)).toBe(url);
  });

  test.each([
    ...['https://evil.example/v1/pets', '//evil.example/v1/pets', '/\\evil.example/v1/pets'],
    ...['http://animals.example/v1/pets', 'https://animals.example:8443/v1/pets'],
    ...['https://animals.example@evil.example/v1/pets', 'javascript:alert(1)', 'blob:https://animals.example/v1'],
    'https://[',
  ])('%s leads away', (reference) => {
    expect(resolveInOrigin(reference, from)).toBeUndefined();
  });
});
