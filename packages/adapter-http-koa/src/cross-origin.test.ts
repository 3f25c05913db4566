import { expect, it } from 'vitest';
import { isOrigin } from './cross-origin.ts';

it.each(['https://shop.example', 'http://localhost:3000', 'http://[::1]:8080', 'https://xn--bcher-kva.example'])(
  'accepts the origin %s',
  (text) => {
    expect(isOrigin(text)).toBe(true);
  },
);

it.each([
  '',
  ...'* null shop.example https://*.shop.example https://shop.example/ https://shop.example/v1'.split(' '),
  ...'https://shop.example:443 https://Shop.example https://bücher.example https://clerk@shop.example'.split(' '),
  ...['https://shop.example?x', 'https://shop.example https://other.example', 'ftp://shop.example', 'https://shop.*'],
])('%j is not', (text) => {
  expect(isOrigin(text)).toBe(false);
});
