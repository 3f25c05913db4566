import { afterEach, describe, expect, test, vi } from 'vitest';
import { normalizeBaseUrl, resolveInOrigin } from './base-url.ts';

afterEach(() => void vi.unstubAllGlobals());

describe('normalizeBaseUrl', () => {
  test.each([
    ['http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'],
    ['http://127.0.0.1:8080/v1/', 'http://127.0.0.1:8080/v1'],
    ['https://Animals.Example:443/v1//', 'https://animals.example/v1'],
    ['https://animals.example/gateway/animals/v1', 'https://animals.example/gateway/animals/v1'],
    ['https://animals.example', 'https://animals.example'],
    ['https://animals.example/v1?', 'https://animals.example/v1'],
    [new URL('https://animals.example/v1/'), 'https://animals.example/v1'],
  ])('of %s', (baseUrl, normalized) => {
    expect(normalizeBaseUrl(baseUrl)).toBe(normalized);
  });

  test.each([
    ['ftp://animals.example/v1'],
    ['file:///v1'],
    ['https://user@animals.example/v1'],
    ['https://:secret@animals.example/v1'],
    ['https://animals.example/v1?a=b'],
    ['https://animals.example/v1#a'],
  ])('there is none of %s', (baseUrl) => {
    expect(() => normalizeBaseUrl(baseUrl)).toThrow(
      new TypeError('baseUrl must be an http or https URL without credentials, query and fragment'),
    );
  });

  test('a relative one needs a page', () => {
    expect(() => normalizeBaseUrl('/v1')).toThrow(TypeError);
    vi.stubGlobal('location', { href: 'https://animals.example/shop/index.html?a#b' });
    expect(normalizeBaseUrl('/v1')).toBe('https://animals.example/v1');
  });
});

describe('resolveInOrigin', () => {
  const from = 'https://animals.example/v1/pets?limit=2';

  test.each([
    ['/v1/pets?cursor=a', 'https://animals.example/v1/pets?cursor=a'],
    ['?cursor=a', 'https://animals.example/v1/pets?cursor=a'],
    ['https://animals.example:443/v1/pets?cursor=a', 'https://animals.example/v1/pets?cursor=a'],
    ['HTTPS://ANIMALS.EXAMPLE/v1/pets?cursor=a#b', 'https://animals.example/v1/pets?cursor=a'],
    ['//animals.example/v1/pets', 'https://animals.example/v1/pets'],
    ['https://user:password@animals.example/v1/pets', 'https://animals.example/v1/pets'],
    ['/v1/../v2/pets', 'https://animals.example/v2/pets'],
    ['https://animals.example//evil.example/pets', 'https://animals.example//evil.example/pets'],
  ])('%s stays', (reference, url) => {
    expect(resolveInOrigin(reference, from)).toBe(url);
  });

  test.each([
    ['https://evil.example/v1/pets'],
    ['//evil.example/v1/pets'],
    ['/\\evil.example/v1/pets'],
    ['http://animals.example/v1/pets'],
    ['https://animals.example:8443/v1/pets'],
    ['https://animals.example@evil.example/v1/pets'],
    ['javascript:alert(1)'],
    ['blob:https://animals.example/v1'],
    ['https://['],
  ])('%s leads away', (reference) => {
    expect(resolveInOrigin(reference, from)).toBeUndefined();
  });
});
