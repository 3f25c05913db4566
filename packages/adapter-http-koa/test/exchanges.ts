import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { taskEither as TE } from 'fp-ts';
import type { HttpPorts, RequestReport } from '../src/index.ts';
import { apiKey, credential } from './fake-ports.ts';
import { operations } from './operations.ts';
import { animal, chunk, jsonHeaders, spell, spellPost, withKey } from './spell-request.ts';

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
  readonly ports?: Partial<HttpPorts>;
}

/** Text that no log may contain, in every place where a client can send text. */
export const hostile = 'hostile-marker';

type Row = readonly [request: string, status: number, message?: string | undefined, more?: Partial<Exchange>];

export const rowsWith = (report: Exchange['report'], rows: readonly Row[]): readonly Exchange[] =>
  rows.map(([request, status, message, more]) => ({
    request,
    status,
    message,
    ...more,
    report: { ...report, ...more?.report },
  }));

const needsKey = 'a valid API key is needed: Authorization: Bearer <API_KEY>';
const nothing = 'there is nothing at this path';
const noAnimal = 'no animal has this id';
const host = 'the request must have exactly one well-formed Host header (RFC 9112, section 3.2)';
const version = 'the version of the request must be HTTP/1.1 or HTTP/1.0 (RFC 9112, section 2.3)';
const coding = 'Transfer-Encoding must be chunked, and the version HTTP/1.1 (RFC 9112, section 6.1)';
const tooLarge = 'the body must not exceed 65536 bytes';
const notJson = 'the body must be application/json, in UTF-8: send Content-Type: application/json';
const notUtf8 = 'the charset of Content-Type must be utf-8 or absent';
const notComplete = 'the body must match its Content-Length and Content-Encoding headers';
const badKey =
  'Idempotency-Key must be given only once, as 1 to 255 visible ASCII characters, bare or in double quotes';

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

const methodsOfAnimal = [
  ...operations.filter(({ path }) => path === '/pets/{petId}').map(({ method }) => method),
  'HEAD',
  'OPTIONS',
];

/** Requests with the key for a list or an addition. The first adds the animal 1. */
const ofPets = rowsWith({ route: pets, ...known }, [
  [spellPost(animal), 201, undefined, { headers: { location: '/v1/pets/1' } }],
  [spellPost('{"name":"Kim","categoryId":9223372036854775807,"status":"sold"}'), 201],
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
  [spell('POST /v1/pets', jsonHeaders('Transfer-Encoding: chunked'), withTrailer('X: y')), 201],
  [spellPost(`{"${hostile}":1}`), 400, 'name is required; categoryId is required'],
  [spellPost('[]'), 400, 'the body must be an object'],
  [spellPost(hostile), 400, 'the body must be well-formed JSON'],
  [spellPost('\xff'), 400, 'the body must be encoded in UTF-8'],
  [
    spellPost(animal, `Content-Encoding: gzip, ${hostile}`),
    415,
    'the Content-Encoding must be one of identity, gzip, deflate, br',
    { headers: { 'accept-encoding': 'gzip, deflate, br' } },
  ],
  [spell('POST /v1/pets', [withKey, `Content-Type: text/${hostile}`, 'Content-Length: 0']), 415, notJson],
  [spellPost(animal).replace('application/json', 'Application/JSON; charset="UTF-8"'), 201],
  ...['latin1', hostile].map(
    (charset): Row => [
      spellPost(animal).replace('/json', `/json; charset=${charset}`),
      415,
      notUtf8,
      { headers: { 'accept-encoding': undefined } },
    ],
  ),
  ...['utf8', '"UTF-8"', 'us-ascii;', 'utf-8; charset=latin1'].map(
    (charset): Row => [spellPost(animal).replace('/json', `/json; charset=${charset}`), 201],
  ),
  [spellPost(gzipSync(animal).toString('latin1'), 'Content-Encoding: X-GZIP'), 201],
  [spellPost(`\xef\xbb\xbf${animal}`), 400, 'the body must not begin with a byte order mark (RFC 8259, section 8.1)'],
  [
    spell('GET /v1/pets?status[]=sold&limit%5B0%5D=1&cursor[a][b]', [withKey]),
    400,
    'limit must be written without brackets; status must be written without brackets; cursor must be written without brackets',
    { code: 'invalid_parameter' },
  ],
  [
    spell('POST /v1/pets', jsonHeaders('Transfer-Encoding: chunked'), chunk('x'.repeat(70_000)) + chunk('')),
    413,
    tooLarge,
  ],
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

const ofAnimal = rowsWith({ route: pet, ...known }, [
  [spell('GET /v1/pets/-1', [withKey]), 404, noAnimal, { report: { petId: '-1' } }],
  [spell(`GET /v1/pets/${hostile}`, [withKey]), 404, noAnimal],
  [
    spell(`MKCALENDAR /v1/pets/${hostile}`, [withKey]),
    405,
    `the method must be one of ${methodsOfAnimal.toSorted().join(', ')}`,
  ],
]);

const withoutKey = [
  ...rowsWith({ route: pets, authenticationFailure: 'missing' }, [
    [spell(`GET /v1/pets?${hostile}`), 401, needsKey, noKey],
    [spell('GET /v1/pets', [`Authorization: Basic ${hostile}`]), 401, needsKey, noKey],
    [spell(`GET /v1/pets?access_token=${credential}`), 401, needsKey, noKey],
    [spell('POST /v1/pets', [mediaType, 'Transfer-Encoding: chunked'], withTrailer(withKey)), 401, needsKey, noKey],
    [spell('POST /v1/pets', [mediaType, 'Content-Length: 9', expecting]), 401, needsKey, closes],
  ]),
  ...rowsWith({ route: pets, authenticationFailure: 'unknown' }, [
    [spell('GET /v1/pets', [`Authorization: Bearer ${hostile}`]), 401, needsKey, refusedKey],
  ]),
  ...(['expired', 'revoked'] as const).flatMap((reason) =>
    rowsWith({ route: pets, authenticationFailure: reason }, [
      [
        spell('GET /v1/pets', [withKey]),
        401,
        needsKey,
        { ...refusedKey, ports: { authenticate: () => TE.left({ _tag: 'Unauthenticated', reason }) } },
      ],
    ]),
  ),
  ...rowsWith({ route: pets, authenticationFailure: 'malformed' }, [
    [spell('GET /v1/pets', [`Authorization: Bearer ${hostile} ${hostile}`]), 401, needsKey, refusedKey],
    [spell('GET /v1/pets', [withKey, withKey]), 401, needsKey, refusedKey],
    [spell('GET /v1/pets', [withKey, 'AUTHORIZATION: Bearer other']), 401, needsKey, refusedKey],
  ]),
  ...rowsWith({ authenticationFailure: 'missing' }, [
    [spell(`GET /v1/pets/${hostile}`), 401, needsKey, { report: { route: pet } }],
    [spell(`GET /v1/${hostile}`), 401, needsKey, { report: { route: 'unmatched' } }],
  ]),
];

const unmatched = [
  ...rowsWith({ route: 'unmatched', ...known }, [
    [spell(`GET /v1/pets/${hostile}/x`, [withKey]), 404, nothing],
    [spell('GET /v1/pets/', [withKey]), 404, nothing],
    [spell('GET /v1/pets/1/', [withKey]), 404, nothing],
    [spell('GET /v1/PETS/1', [withKey]), 404, nothing],
  ]),
  ...rowsWith({ route: 'unmatched' }, [
    [spell('GET /V1/pets/1'), 404, nothing],
    [spell('GET /V1/pets'), 404, nothing],
    [spell(`GET /${hostile}`), 404, nothing],
    [spell('OPTIONS *'), 404, nothing],
    [spell(`CONNECT ${hostile}:443`), 404, nothing, closes],
  ]),
];

const withoutApiKey = [
  ...rowsWith({ route: '/livez' }, [
    [spell(`GET http://${hostile}/livez?${hostile}`), 200],
    [spell('POST /livez'), 405, 'the method must be one of GET, HEAD, OPTIONS'],
    [spell('GET /livez', ['Transfer-Encoding: gzip, chunked']), 400, coding, closes],
    [spell('GET /livez', [`Expect: ${hostile}`]).replace('/1.1', '/1.0'), 200, undefined, closes],
    [spell('GET /livez', [`traceparent: ${traceparent}`]), 200, undefined, { report: { traceparent } }],
  ]),
  ...rowsWith({ route: '/readyz' }, [[spell('GET /readyz'), 200]]),
  ...rowsWith({ route: '/openapi.json' }, [
    [
      spell('GET /openapi.json', ['If-None-Match: *']),
      304,
      undefined,
      { headers: { 'cache-control': 'no-cache', vary: 'Accept-Encoding' } },
    ],
  ]),
  ...rowsWith({ route: '/docs/docs-page.js' }, [
    [spell('GET /docs/docs-page.js'), 200, undefined, { headers: { 'cache-control': 'no-cache' } }],
  ]),
];

/** Malformed messages that the HTTP parser accepts. The key makes no difference. */
const malformed = rowsWith({ route: pets }, [
  [`GET /v1/pets HTTP/1.1\r\n${withKey}\r\n\r\n`, 400, host],
  [spell('GET /v1/pets', [withKey, `Host: ${hostile}`]), 400, host],
  [`GET /v1/pets HTTP/2.0\r\nHost: localhost\r\n${withKey}\r\n\r\n`, 400, version],
  ['GET /v1/pets HTTP/0.9\r\nHost: localhost\r\n\r\n', 400, version],
  ['POST /v1/pets HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400, coding],
  [spell('POST /v1/pets', jsonHeaders('Transfer-Encoding: gzip'), 'x'), 400, coding],
  [spell(`GET /v1/pets#${hostile}`), 400, 'the request target must not have a fragment'],
  [spell('GET /v1/pets', [`Expect: ${hostile}`]), 417, 'the only expectation that can be met is 100-continue'],
]).map((row) => ({ ...row, ...closes }));

/** The HTTP/1.1 parser of Node.js also reads RTSP. */
const otherProtocol = rowsWith({ route: '/livez' }, [
  [
    spell('DESCRIBE /livez').replace('HTTP/1.1', 'RTSP/1.0'),
    400,
    'the protocol must be HTTP (RFC 9112, section 2.3)',
    closes,
  ],
]);

/** Exchanges with ports that do not fail. */
export const exchanges: readonly Exchange[] = [
  ...ofPets,
  ...ofAnimal,
  ...withoutKey,
  ...unmatched,
  ...withoutApiKey,
  ...malformed,
  ...otherProtocol,
];
