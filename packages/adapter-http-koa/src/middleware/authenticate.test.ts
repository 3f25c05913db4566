import { either as E } from 'fp-ts';
import { expect, it, vi } from 'vitest';
import { knowsOneKey } from '../../test/fake-ports.ts';
import { startApi } from '../../test/start-api.ts';
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

it('does not look up a key that is missing or malformed', async () => {
  const authenticate = vi.fn(knowsOneKey);
  const { send } = await startApi({ ports: { authenticate } });
  for (const authorization of [undefined, 'Bearer', 'Basic eDp5', 'Bearer a b']) {
    expect((await send('GET /v1/pets', { headers: { authorization } })).status).toBe(401);
  }
  expect(authenticate).not.toHaveBeenCalled();
});
