import { expect, test } from 'vitest';
import { linkTarget } from './link.ts';

test.each([
  ['</v1/pets?limit=2&cursor=MS4yLg>; rel="next"', '/v1/pets?limit=2&cursor=MS4yLg'],
  ['<a>; rel=next', 'a'],
  ['<a>;rel=next', 'a'],
  ['<a> ; rel = "next"', 'a'],
  ['<a>; REL="NEXT"', 'a'],
  ['<a>; rel="prev next"', 'a'],
  ['<a>; rel="next last"', 'a'],
  ['<a>; title="b, c"; rel="next"', 'a'],
  ['<a,b>; rel="next"', 'a,b'],
  ['<a>; rel="prev", <b>; rel="next"', 'b'],
  ['<a>; rel="next", <b>; rel="next"', 'a'],
  ['<a>; title="\\"; rel=next"; rel="prev", <b>; rel="next"', 'b'],
  ['<a>; title="<x>; rel=next", <b>; rel="next"', 'b'],
  ['<a>; crossorigin; rel="next"', 'a'],
  ['<>; rel="next"', ''],
])('the next page of %s', (header, target) => {
  expect(linkTarget(header, 'next')).toBe(target);
});

test.each([
  [null],
  [''],
  ['</v1/pets>; rel="successor-version"'],
  ['<a>'],
  ['<a>; rel="nextish"'],
  ['<a>; rel="prev"; rel="next"'],
  ['<a>; title="rel=next"'],
  ['<a>; title="; rel=next"'],
  ['<a>; xrel="next"'],
  ['a; rel="next"'],
])('there is none in %s', (header) => {
  expect(linkTarget(header, 'next')).toBeUndefined();
});

test.each([['<'.repeat(200_000)], [`<a>${';'.repeat(200_000)}`], [`<a>; rel="${'\\"'.repeat(100_000)}`]])(
  'a hostile header costs little time',
  (header) => {
    const before = performance.now();
    linkTarget(header, 'next');
    expect(performance.now() - before).toBeLessThan(1000);
  },
);
