import type { Authenticate } from '@animal-store/access';
import type { AnimalStore } from '@animal-store/domain';
import { expect, it } from 'vitest';
import type { HttpOptions } from '../src/index.ts';
import { credential, knowsOneKey, storeWith, unavailable } from './fake-ports.ts';
import { named, type TextResponse } from './raw-connection.ts';
import { commonHeaders, jsonHeaders, spell, withKey } from './spell-request.ts';
import { startApi } from './start-api.ts';

const origin = 'https://shop.example';

/** A value for every option, so that no header of all responses has a default value on some of them. */
const options: { readonly [Name in keyof HttpOptions]-?: NonNullable<HttpOptions[Name]> } = {
  base: '/shop/v1',
  stagingBase: '/staging/v1',
  getPetAfterSunset: 'serve',
  localUrl: () => 'http://127.0.0.1:8080',
  corsOrigins: [origin],
  corsHeaders: ['X-Tenant'],
  maxRequestsInFlight: 7,
  rateLimit: { requests: 7, seconds: 60 },
};

const preflight = ['Access-Control-Request-Method: GET'];
const file = { 'cache-control': 'no-cache' };

type Kind = readonly [kind: string, request: string, status: number, own?: TextResponse['headers']];

/** A request for each kind of response, with the values that are different on it. */
const kinds: readonly Kind[] = [
  ['success', spell('GET /v1/pets', [withKey]), 200],
  ['the methods of a path', spell('OPTIONS /v1/pets', [withKey]), 204],
  ['a malformed message', spell('GET /v1/pets').replace('localhost', 'a b'), 400],
  ['no key', spell('GET /v1/pets'), 401],
  ['nothing', spell('GET /nothing'), 404],
  ['another method', spell('MKCALENDAR /v1/pets', [withKey]), 405],
  ['a large body', spell('POST /v1/pets', jsonHeaders('Content-Length: 99999')), 413],
  ['a bug', spell('GET /v1/pets/1', [withKey]), 500],
  ['no store', spell('GET /v1/pets', ['Authorization: Bearer other']), 503],
  ['a preflight', spell('OPTIONS /v1/pets', [`Origin: ${origin}`, ...preflight]), 204],
  ['a refused preflight', spell('OPTIONS /v1/pets', ['Origin: https://other.example', ...preflight]), 401],
  ['a message that is not HTTP', 'noise\r\n\r\n', 400],
  ['a large header', spell('GET /v1/pets', [`X: ${'x'.repeat(20_000)}`]), 431],
  [
    'a large chunk extension',
    spell('POST /v1/pets', jsonHeaders('Transfer-Encoding: chunked'), `1;${'x'.repeat(20_000)}`),
    413,
  ],
  ['the document', spell('GET /openapi.json'), 200, file],
  ['a file that has not changed', spell('GET /openapi.json', ['If-None-Match: *']), 304, file],
  ['the page', spell('GET /docs'), 200, file],
];

it.for(kinds)('has the headers of all responses, with the same values, on %s', async ([, request, status, own]) => {
  const getPet: AnimalStore['getPet'] = () => () => Promise.reject(new Error('a bug'));
  const authenticate: Authenticate = (sent) => (sent === credential ? knowsOneKey(sent) : unavailable);
  const api = await startApi({ options, ports: { authenticate, store: storeWith({ getPet }) } });
  const names = Object.keys(commonHeaders(undefined));
  const common = named((await api.request(spell('GET /livez'))).headers, names);
  expect(common).toEqual(commonHeaders(expect.any(String)));
  const response = await api.request(request);
  expect(response.status).toBe(status);
  expect(named(response.headers, names)).toEqual({ ...common, 'x-request-id': expect.any(String), ...own });
});
