import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import {
  type IdempotencyKeyReused,
  idempotencyKeyReused,
  type Pet,
  type RepositoryFull,
  repositoryFull,
} from '@animal-store/domain';
import { taskEither as TE } from 'fp-ts';
import type { HttpPorts, RequestReport } from '../src/index.ts';
import { apiKey, cause, clockAt, credential, storeOf, storeWith, unavailable } from './fake-ports.ts';
import { animal, jsonHeaders, operations, spell, spellOperation, spellPost, withKey } from './spell-request.ts';
import type { ApiSetting } from './start-api.ts';

/** A request, and what becomes of it. */
export interface Exchange {
  readonly request: string;
  readonly status: number;
  readonly message?: string | undefined;
  /** The code of an Error, if it is not the first one of its status. */
  readonly code?: string;
  /** Headers of the response, without those of all responses. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** What the report has besides the fields of all reports. */
  readonly report: Partial<RequestReport>;
  readonly closes?: boolean;
  readonly setting?: ApiSetting;
}

/** Text that no log may contain, in every place where a client can send text. */
export const hostile = 'hostile-marker';

/** Text of the causes of failures, which no response may contain. */
export const secret = 'secret';

type Row = readonly [request: string, status: number, message?: string | undefined, more?: Partial<Exchange>];

const rowsWith = (common: Partial<Exchange>, rows: readonly Row[]): readonly Exchange[] =>
  rows.map(([request, status, message, more]) => ({
    ...{ request, status, message },
    ...common,
    ...more,
    headers: { ...common.headers, ...more?.headers },
    report: { ...common.report, ...more?.report },
  }));

const needsKey = 'a valid API key is needed: Authorization: Bearer <API_KEY>';
const nothing = 'there is nothing at this path';
const onlyGet = 'the method must be one of GET, HEAD, OPTIONS';
const noAnimal = 'no animal has this id';
const host = 'the request must have exactly one well-formed Host header (RFC 9112, section 3.2)';
const protocol = 'the protocol must be HTTP (RFC 9112, section 2.3)';
const version = 'the version of the request must be HTTP/1.1 or HTTP/1.0 (RFC 9112, section 2.3)';
const coding = 'Transfer-Encoding must be chunked, and the version HTTP/1.1 (RFC 9112, section 6.1)';
const tooLarge = 'the body must not exceed 65536 bytes';
const notJson = 'the body must be application/json, in UTF-8: send Content-Type: application/json';
const notUtf8 = 'the charset of Content-Type must be utf-8 or absent';
const notComplete = 'the body must match its Content-Length and Content-Encoding headers';
const badKey =
  'Idempotency-Key must be given only once, as 1 to 255 visible ASCII characters, bare or in double quotes';
const noStore = 'the store does not respond at the moment; retry later';
const storeFull = 'the store is full; restart the service with more memory or use a durable store';
const failed = 'the service failed; the log has the reason under this X-Request-Id';

const pets = '/v1/pets';
const pet = '/v1/pets/{petId}';
const known = { apiKeyId: apiKey.id };
const closes = { closes: true };
const expecting = 'Expect: 100-continue';
const mediaType = 'Content-Type: application/json';
const full = animal.padEnd(65_536);
/** A body in a chunk with an extension, before a trailer (RFC 9112, section 7.1). */
const withTrailer = (trailer: string): string => `1D;a="b"\r\n${animal}\r\n0\r\n${trailer}\r\n\r\n`;
const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const challenge = 'Bearer realm="animal-store"';
const refusedKey = { headers: { 'www-authenticate': `${challenge}, error="invalid_token"` } };
const noKey = { headers: { 'www-authenticate': challenge } };

const announced = {
  deprecation: '@1764892800',
  sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
  link: '</v1/pets>; rel="successor-version"',
};
const unannounced = { headers: { deprecation: undefined, sunset: undefined, link: undefined } };

const ofPets = rowsWith({ report: { route: pets, ...known } }, [
  [spellPost(animal), 201, undefined, { headers: { location: '/v1/pets/1' } }],
  [spell(`GET /v1/pets?limit=1&x=${hostile}`, [withKey]), 200],
  [
    spell(`GET /v1/pets?limit=${hostile}`, [withKey]),
    400,
    'limit must be an integer between 1 and 100, in plain digits',
    { code: 'invalid_parameter' },
  ],
  [spell('HEAD /v1/pets', [withKey]), 200],
  [spell('OPTIONS /v1/pets', [withKey]), 204, undefined, { headers: { allow: 'GET, HEAD, OPTIONS, POST' } }],
  [spell('DELETE /v1/pets', [withKey]), 405, 'the method must be one of GET, HEAD, OPTIONS, POST'],
  [spellPost(`{"name":"${hostile}","categoryId":1}`, `Idempotency-Key: ${hostile}`), 201],
  ...Object.entries({ gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }).flatMap(
    ([name, pack]): readonly Row[] => {
      const packed = (text: string): string => pack(text).toString('latin1');
      return [
        [spellPost(packed(full), `Content-Encoding: ${name}`), 201],
        [spellPost(packed(`${full} `), `Content-Encoding: ${name}`), 413, tooLarge],
        [spellPost(packed(animal).slice(0, -1), `Content-Encoding: ${name}`), 400, notComplete],
        [spellPost(hostile, `Content-Encoding: ${name}`), 400, notComplete],
        [spellPost('', `Content-Encoding: ${name}`), 400, 'the body is required'],
      ];
    },
  ),
  [spellPost(gzipSync(animal).toString('latin1'), 'Content-Encoding: X-GZIP'), 201],
  [
    spellPost(animal, `Content-Encoding: gzip, ${hostile}`),
    415,
    'the Content-Encoding must be one of identity, gzip, deflate, br',
    { headers: { 'accept-encoding': 'gzip, deflate, br' } },
  ],
  [spell('POST /v1/pets', jsonHeaders('Transfer-Encoding: chunked'), withTrailer('X: y')), 201],
  [spellPost(`{"${hostile}":1}`), 400, 'name is required; categoryId is required'],
  [spellPost('[]'), 400, 'the body must be an object'],
  [spellPost(hostile), 400, 'the body must be well-formed JSON'],
  [spellPost('\xff'), 400, 'the body must be encoded in UTF-8'],
  [spellPost(`\xef\xbb\xbf${animal}`), 400, 'the body must not begin with a byte order mark (RFC 8259, section 8.1)'],
  [spell('POST /v1/pets', [withKey, `Content-Type: text/${hostile}`, 'Content-Length: 0']), 415, notJson],
  [spellPost(animal).replace('application/json', 'Application/JSON; charset="UTF-8"'), 201],
  ...['utf8', '"UTF-8"', 'us-ascii;', 'utf-8; charset=latin1'].map(
    (charset): Row => [spellPost(animal).replace('/json', `/json; charset=${charset}`), 201],
  ),
  ...['latin1', hostile].map(
    (charset): Row => [
      spellPost(animal).replace('/json', `/json; charset=${charset}`),
      415,
      notUtf8,
      { headers: { 'accept-encoding': undefined } },
    ],
  ),
  [spell('POST /v1/pets', jsonHeaders('Content-Length: 65537', expecting)), 413, tooLarge, closes],
  [spell('POST /v1/pets', jsonHeaders('Content-Length: 4294967301', expecting)), 413, tooLarge, closes],
  [spell('POST /v1/pets', jsonHeaders(expecting)), 400, 'the body is required', closes],
  [spell('GET /v1/pets', [withKey, expecting.toUpperCase()]), 200, undefined, closes],
  // By default Node.js keeps only the first line of these headers.
  [spellPost(animal, 'Content-Type: text/plain'), 415, notJson],
  [spellPost(animal, 'Idempotency-Key: a', 'Idempotency-Key: a'), 400, badKey],
  // What belongs to another operation is ignored.
  [spellPost(animal).replace('/v1/pets', '/v1/pets?limit=0&limit=x'), 201],
  [spell('GET /v1/pets', [withKey, 'Idempotency-Key: a', 'Idempotency-Key: b']), 200],
]);

const rex = { id: 7n, name: 'Rex', categoryId: 1n } as Pet;

const ofAnimal = rowsWith({ report: { route: pet, ...known }, headers: announced }, [
  [
    spell('GET /v1/pets/7', [withKey]),
    200,
    undefined,
    { setting: { ports: { store: storeWith({ getPet: () => TE.right(rex) }) } }, report: { petId: '7' } },
  ],
  [spell('GET /v1/pets/-1', [withKey]), 404, noAnimal, { report: { petId: '-1' } }],
  [spell(`GET /v1/pets/${hostile}`, [withKey]), 404, noAnimal],
  [
    spell('GET /v1/pets/1', [withKey]),
    410,
    'this operation is removed; use GET /v1/pets',
    { setting: { ports: { clock: clockAt('2030-12-05') } }, report: { petId: '1' } },
  ],
  [spell(`MKCALENDAR /v1/pets/${hostile}`, [withKey]), 405, onlyGet, unannounced],
]);

const refusedFor = (reason: 'expired' | 'revoked'): ApiSetting => ({
  ports: { authenticate: () => TE.left({ _tag: 'Unauthenticated', reason }) },
});

const withoutKey = [
  ...rowsWith({ report: { route: pets, authenticationFailure: 'missing' }, ...noKey }, [
    [spell(`GET /v1/pets?${hostile}`), 401, needsKey],
    [spell('GET /v1/pets', [`Authorization: Basic ${hostile}`]), 401, needsKey],
    [spell(`GET /v1/pets?access_token=${credential}`), 401, needsKey],
    [spell('POST /v1/pets', [mediaType, 'Transfer-Encoding: chunked'], withTrailer(withKey)), 401, needsKey],
    [spell('POST /v1/pets', [mediaType, 'Content-Length: 9', expecting]), 401, needsKey, closes],
    [spell(`GET /v1/pets/${hostile}`), 401, needsKey, { report: { route: pet }, headers: announced }],
    [spell(`GET /v1/${hostile}`), 401, needsKey, { report: { route: 'unmatched' } }],
  ]),
  ...rowsWith({ report: { route: pets, authenticationFailure: 'malformed' }, ...refusedKey }, [
    [spell('GET /v1/pets', [`Authorization: Bearer ${hostile} ${hostile}`]), 401, needsKey],
    [spell('GET /v1/pets', [withKey, withKey]), 401, needsKey],
    [spell('GET /v1/pets', [withKey, 'AUTHORIZATION: Bearer other']), 401, needsKey],
  ]),
  ...rowsWith({ report: { route: pets, authenticationFailure: 'unknown' }, ...refusedKey }, [
    [spell('GET /v1/pets', [`Authorization: Bearer ${hostile}`]), 401, needsKey],
  ]),
  ...(['expired', 'revoked'] as const).flatMap((reason) =>
    rowsWith({ report: { route: pets, authenticationFailure: reason }, ...refusedKey }, [
      [spell('GET /v1/pets', [withKey]), 401, needsKey, { setting: refusedFor(reason) }],
    ]),
  ),
];

const unmatched = [
  ...rowsWith({ report: { route: 'unmatched', ...known } }, [
    [spell(`GET /v1/pets/${hostile}/x`, [withKey]), 404, nothing],
    [spell('GET /v1/pets/', [withKey]), 404, nothing],
    [spell('GET /v1/pets/1/', [withKey]), 404, nothing],
    [spell('GET /v1/PETS/1', [withKey]), 404, nothing],
  ]),
  ...rowsWith({ report: { route: 'unmatched' } }, [
    [spell('GET /V1/pets'), 404, nothing],
    [spell(`GET /${hostile}`), 404, nothing],
    [spell('OPTIONS *'), 404, nothing],
    [spell(`CONNECT ${hostile}:443`), 404, nothing, closes],
  ]),
];

const withoutApiKey = [
  ...rowsWith({ report: { route: '/livez' } }, [
    [spell(`GET http://${hostile}/livez?${hostile}`), 200],
    [spell('POST /livez'), 405, onlyGet],
    [spell('GET /livez', ['Transfer-Encoding: gzip, chunked']), 400, coding, closes],
    [spell('GET /livez', [`Expect: ${hostile}`]).replace('/1.1', '/1.0'), 200, undefined, closes],
    [spell('GET /livez', [`traceparent: ${traceparent}`]), 200, undefined, { report: { traceparent } }],
    // The HTTP/1.1 parser of Node.js also reads RTSP.
    [spell('DESCRIBE /livez').replace('HTTP/1.1', 'RTSP/1.0'), 400, protocol, closes],
  ]),
  ...rowsWith({ report: { route: '/readyz' } }, [[spell('GET /readyz'), 200]]),
  ...rowsWith({ report: { route: '/openapi.json' }, headers: { 'cache-control': 'no-cache' } }, [
    [spell('GET /openapi.json', ['If-None-Match: *']), 304, undefined, { headers: { vary: 'Accept-Encoding' } }],
  ]),
];

/** Malformed messages that the HTTP parser accepts. The key makes no difference. */
const malformed = rowsWith({ report: { route: pets }, ...closes }, [
  [`GET /v1/pets HTTP/1.1\r\n${withKey}\r\n\r\n`, 400, host],
  [spell('GET /v1/pets', [withKey, `Host: ${hostile}`]), 400, host],
  [`GET /v1/pets HTTP/2.0\r\nHost: localhost\r\n${withKey}\r\n\r\n`, 400, version],
  ['GET /v1/pets HTTP/0.9\r\nHost: localhost\r\n\r\n', 400, version],
  ['POST /v1/pets HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400, coding],
  [spell('POST /v1/pets', jsonHeaders('Transfer-Encoding: gzip'), 'x'), 400, coding],
  [spell(`GET /v1/pets#${hostile}`), 400, 'the request target must not have a fragment'],
  [spell('GET /v1/pets', [`Expect: ${hostile}`]), 417, 'the only expectation that can be met is 100-continue'],
]);

const bug = new Error(`${secret} of the bug`);
const throwing = (): never => {
  throw bug;
};

const outage = (ports: Partial<HttpPorts>): Partial<Exchange> => ({
  setting: { ports },
  headers: { 'retry-after': '1', 'www-authenticate': undefined, location: undefined },
  report: { failure: cause, refusal: 'outage' },
});
const broken = (ports: Partial<HttpPorts>): Partial<Exchange> => ({ setting: { ports }, report: { failure: bug } });
const refusing = (failure: IdempotencyKeyReused | RepositoryFull): ApiSetting => ({
  ports: { store: storeWith({ addPet: () => TE.left(failure) }) },
});

const failures = [
  ...operations.flatMap((operation) =>
    rowsWith(
      { report: { route: `/v1${operation.path}`, ...known, ...(operation.name === 'getPet' && { petId: '1' }) } },
      [
        [spellOperation(operation), 503, noStore, outage({ store: storeOf(() => unavailable as never) })],
        [spellOperation(operation), 500, failed, broken({ store: storeOf(throwing) })],
      ],
    ),
  ),
  ...rowsWith({ report: { route: pets, ...known }, headers: { location: undefined } }, [
    [
      spellPost(animal),
      422,
      'this Idempotency-Key was used before, for another animal',
      { setting: refusing(idempotencyKeyReused), headers: { 'retry-after': undefined } },
    ],
    [
      spellPost(animal),
      503,
      storeFull,
      {
        setting: refusing(repositoryFull),
        headers: { 'retry-after': '1' },
        report: { failure: storeFull, refusal: 'full' },
      },
    ],
  ]),
  ...rowsWith({ report: { route: pets } }, [
    [
      spell('GET /v1/pets', [withKey]),
      503,
      noStore,
      outage({ authenticate: () => unavailable, store: storeOf(throwing) }),
    ],
    [spell('GET /v1/pets', [withKey]), 500, failed, broken({ authenticate: throwing })],
  ]),
  ...rowsWith({ report: { route: pet, ...known } }, [
    [spell('GET /v1/pets/x', [withKey]), 500, failed, broken({ clock: { now: throwing } })],
  ]),
  ...rowsWith({ report: { route: '/readyz' } }, [[spell('GET /readyz'), 500, failed, broken({ isReady: throwing })]]),
];

export const exchanges: readonly Exchange[] = [
  ...ofPets,
  ...ofAnimal,
  ...withoutKey,
  ...unmatched,
  ...withoutApiKey,
  ...malformed,
  ...failures,
];
