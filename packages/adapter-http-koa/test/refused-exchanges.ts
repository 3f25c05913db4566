import { taskEither as TE } from 'fp-ts';
import { errors } from '../src/errors.ts';
import { announced, type Exchange, exchangesWith, hostile, type Row, throwing } from './exchange.ts';
import { apiKey, credential } from './fake-ports.ts';
import { animal, jsonHeaders, spell, withKey } from './spell-request.ts';

const get = (target: string, ...headers: readonly string[]): string => spell(`GET ${target}`, [withKey, ...headers]);

const challenge = 'Bearer realm="animal-store"';
const invalidToken = { 'www-authenticate': `${challenge}, error="invalid_token"` };
const needsKey = errors.unauthorized('missing');
const noKeyIsLookedUp = { authenticate: throwing };

const unmatched = { report: { route: 'unmatched' } };

const withoutKey = exchangesWith(
  {
    report: { route: '/v1/pets', authenticationFailure: 'missing' },
    headers: { 'www-authenticate': challenge },
    ports: noKeyIsLookedUp,
  },
  [
    [spell(`GET /v1/pets?${hostile}`), needsKey],
    [spell('GET /v1/pets', [`Authorization: Basic ${hostile}`]), needsKey],
    [spell(`GET /v1/pets?access_token=${credential}`), needsKey],
    [spell('POST /v1/pets', ['Transfer-Encoding: chunked'], `1D\r\n${animal}\r\n0\r\n${withKey}\r\n\r\n`), needsKey],
    [spell('POST /v1/pets', ['Content-Length: 9', 'Expect: 100-continue']), needsKey, { closes: true }],
    [spell(`GET /v1/pets/${hostile}`), needsKey, { report: { route: '/v1/pets/{petId}' }, headers: announced }],
    [spell(`GET /v1/${hostile}`), needsKey, unmatched],
    [spell('DELETE /v1'), needsKey, unmatched],
    [
      spell('OPTIONS /v1/pets', ['Origin: https://shop.example', 'Access-Control-Request-Method: GET']),
      errors.refusedPreflight(),
    ],
  ],
);

const withMalformedKey = exchangesWith(
  {
    report: { route: '/v1/pets', authenticationFailure: 'malformed' },
    headers: invalidToken,
    ports: noKeyIsLookedUp,
  },
  [
    [spell('GET /v1/pets', [`Authorization: Bearer ${hostile} ${hostile}`]), needsKey],
    [get('/v1/pets', withKey), needsKey],
    [get('/v1/pets', 'AUTHORIZATION: Bearer other'), needsKey],
  ],
);

const withInvalidKey = (['unknown', 'expired', 'revoked'] as const).flatMap((reason) =>
  exchangesWith(
    {
      report: { route: '/v1/pets', authenticationFailure: reason },
      headers: invalidToken,
      ports: { authenticate: () => TE.left({ _tag: 'Unauthenticated', reason }) },
    },
    [[spell('GET /v1/pets', [`Authorization: Bearer ${hostile}`]), needsKey]],
  ),
);

const otherPaths = [
  ...exchangesWith({ report: { route: 'unmatched', apiKeyId: apiKey.id } }, [
    [get(`/v1/pets/${hostile}/x`), errors.unknownPath()],
    [get('/v1/pets/'), errors.unknownPath()],
    [get('/v1/pets/1/'), errors.unknownPath()],
    [get('/v1/PETS/1'), errors.unknownPath()],
  ]),
  ...exchangesWith({ ...unmatched, needsNoKey: true }, [
    [spell('GET /V1/pets'), errors.unknownPath()],
    [spell('GET /v10'), errors.unknownPath()],
    [spell(`GET /${hostile}`), errors.unknownPath()],
    [spell('GET /docs/../package.json'), errors.unknownPath()],
    [spell('OPTIONS *'), errors.unknownPath()],
  ]),
];

/** Malformed messages that the HTTP parser accepts. */
const malformed = exchangesWith({ report: { route: '/v1/pets' }, closes: true, needsNoKey: true }, [
  [get('/v1/pets').replace('Host: localhost\r\n', ''), errors.invalidHost()],
  [get('/v1/pets', `Host: ${hostile}`), errors.invalidHost()],
  [get('/v1/pets').replace('/1.1', '/2.0'), errors.otherVersion()],
  [spell('GET /v1/pets').replace('/1.1', '/0.9'), errors.otherVersion()],
  [
    spell('POST /v1/pets', ['Transfer-Encoding: chunked'], '0\r\n\r\n').replace('/1.1', '/1.0'),
    errors.otherTransferCoding(),
  ],
  [spell('POST /v1/pets', jsonHeaders('Transfer-Encoding: gzip'), 'x'), errors.otherTransferCoding()],
  [spell(`GET /v1/pets#${hostile}`), errors.fragment()],
  ...[hostile, `100-continue, ${hostile}`].map(
    (expectation): Row => [spell('GET /v1/pets', [`Expect: ${expectation}`]), errors.otherExpectation()],
  ),
  [
    spell('GET /v1/pets/x', [`Expect: ${hostile}`]),
    errors.otherExpectation(),
    {
      report: { route: '/v1/pets/{petId}' },
      headers: { deprecation: undefined, sunset: undefined, link: undefined },
    },
  ],
]);

/** Requests that are refused before an operation begins: without a valid key, to another path, or malformed. */
export const refusedExchanges: readonly Exchange[] = [
  ...withoutKey,
  ...withMalformedKey,
  ...withInvalidKey,
  ...otherPaths,
  ...malformed,
];
