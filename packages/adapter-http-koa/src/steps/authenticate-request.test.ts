import type { IncomingMessage } from 'node:http';
import type { ApiKey, Authenticate, Unauthenticated } from '@animal-store/access';
import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { taskEither as TE } from 'fp-ts';
import { expect, it, vi } from 'vitest';
import type { HttpContext } from '../application/http-context.ts';
import { headersOf } from '../response/response-headers.ts';
import { acceptConnection, authenticateRequest } from './authenticate-request.ts';
import { credentialOf } from './bearer-credential.ts';
import type { Refusal } from './slots.ts';
import type { RecognizedApiKey } from './take-slot.ts';

const apiKey = { id: 'abcdefgh' } as ApiKey;

interface Setting {
  readonly path?: string;
  readonly failure?: Unauthenticated | RepositoryUnavailable;
  readonly recognized?: RecognizedApiKey;
  readonly refusal?: Refusal;
}

const run = async (authorization: string | undefined, { path = '/v1/pets', failure, ...given }: Setting = {}) => {
  const authenticate = vi.fn<Authenticate>(() => (failure === undefined ? TE.right(apiKey) : TE.left(failure)));
  const told: string[] = [];
  const clientConnection = { accept: (key: string) => told.push(key), reject: () => told.push('rejected') };
  const req = { headers: { authorization }, clientConnection };
  const state = { path, recognized: given.recognized, slot: { assign: () => given.refusal } };
  const ctx = { req, res: {}, state } as unknown as HttpContext;
  await authenticateRequest(authenticate)(ctx);
  await acceptConnection(ctx);
  const headers = headersOf(ctx.res);
  return {
    asked: authenticate.mock.calls.flat(),
    status: ctx.state.response?.status,
    challenge: headers[headers.indexOf('WWW-Authenticate') + 1],
    reason: ctx.state.authenticationFailure,
    apiKey: ctx.state.apiKey,
    told,
  };
};

const realm = 'Bearer realm="animal-store"';
const invalid = `${realm}, error="invalid_token"`;
const accepted = { status: undefined, apiKey, told: ['abcdefgh'] };

it('looks up the key of a request under /v1, and tells its connection', async () => {
  expect(await run('Bearer a.b')).toMatchObject({ asked: ['a.b'], ...accepted });
  expect(await run('Bearer a.b', { path: '/v1' })).toMatchObject({ asked: ['a.b'] });
  for (const path of ['/v1x', '/livez', '*']) expect(await run('Bearer a.b', { path })).toMatchObject({ asked: [] });
});

it('looks up no key whose last lookup is recent', async () => {
  expect(await run('Bearer a.b', { recognized: { apiKey, isCurrent: true } })).toMatchObject({
    asked: [],
    ...accepted,
  });
  expect(await run('Bearer a.b', { recognized: { apiKey, isCurrent: false } })).toMatchObject({ asked: ['a.b'] });
});

it.each([
  ['missing', undefined, {}, realm],
  ['malformed', 'Bearer a b', {}, invalid],
  ['expired', 'Bearer a', { failure: { _tag: 'Unauthenticated', reason: 'expired' } }, invalid],
] as const)('refuses a key that is %s', async (reason, authorization, setting, challenge) => {
  expect(await run(authorization, setting)).toMatchObject({
    status: 401,
    challenge,
    reason,
    apiKey: undefined,
    told: reason === 'missing' ? [] : ['rejected'],
  });
});

it('refuses a request without a lookup, or whose key has too much in flight', async () => {
  expect(await run('Bearer a', { failure: repositoryUnavailable('lost') })).toMatchObject({
    status: 503,
    reason: undefined,
    apiKey: undefined,
    told: [],
  });
  expect(await run('Bearer a', { refusal: 'share-taken' })).toMatchObject({ status: 429, apiKey: undefined, told: [] });
});

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
  expect(credentialOf({ headers: { authorization } } as IncomingMessage)).toEqual(expected);
});
