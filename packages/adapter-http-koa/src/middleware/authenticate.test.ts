import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { credentialOf } from './authenticate.ts';

it.each([
  ['Bearer abc', E.right('abc')],
  ['bEARER   A-z0.9_~+/==', E.right('A-z0.9_~+/==')],
  ['Bearer  abc', E.right('abc')],
  ['Bearer ', E.left('malformed')],
  ['Bearer a=b', E.left('malformed')],
  ['Bearer é', E.left('malformed')],
  ['Bearer\tabc', E.left('missing')],
  ['Bearer', E.left('missing')],
  ['Bearerabc', E.left('missing')],
  ['x Bearer abc', E.left('missing')],
  ['', E.left('missing')],
])('reads the credential of %j', (authorization, expected) => {
  expect(credentialOf(authorization)).toEqual(expected);
});
