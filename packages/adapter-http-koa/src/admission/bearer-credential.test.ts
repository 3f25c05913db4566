import { expect, it } from 'vitest';
import { credentialOf } from './bearer-credential.ts';

it.each([
  ['Bearer abc', { credential: 'abc' }],
  ['bEARER   A-z0.9_~+/==', { credential: 'A-z0.9_~+/==' }],
  ['Bearer  abc', { credential: 'abc' }],
  ['Bearer ', { fault: 'malformed' }],
  ['Bearer a=b', { fault: 'malformed' }],
  ['Bearer é', { fault: 'malformed' }],
  ['Bearer', { fault: 'missing' }],
  ['Bearerabc', { fault: 'missing' }],
  ['x Bearer abc', { fault: 'missing' }],
  [undefined, { fault: 'missing' }],
])('reads the credential of %j', (authorization, expected) => {
  expect(credentialOf(authorization)).toEqual(expected);
});
