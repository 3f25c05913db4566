import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { idempotencyKeyReused, type Pet, petNotFound, repositoryFull } from '@animal-store/domain';
import { taskEither as TE } from 'fp-ts';
import type { HttpOptions, HttpPorts, RequestReport } from '../src/index.ts';
import { apiKey, cause, clockAt, credential, storeOf, storeWith, unavailable } from './fake-ports.ts';
import { document } from './open-connection.ts';
import { animal, jsonHeaders, operations, spell, spellOperation, spellPost, withKey } from './spell-request.ts';

/** A request, and what becomes of it. */
export interface Exchange {
  readonly request: string;
  readonly status: number;
  /** The message of an Error, or the body of another response. Without it the body is not compared. */
  readonly content?: string | undefined;
  /** The code of an Error, if it is not the first one of its status. */
  readonly code?: string;
  /** Headers of the response, without those of all responses. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** What the report has besides the fields of all reports. */
  readonly report: Partial<RequestReport>;
  readonly closes?: boolean;
  readonly ports?: Partial<HttpPorts>;
  readonly options?: Partial<HttpOptions>;
}

/** Text that no log may contain, in every place where a client can send text. */
export const hostile = 'hostile-marker';

/** Text of the causes of failures, which no response may contain. */
export const secret = 'hidden-host';

type Row = readonly [request: string, status: number, content?: string | undefined, more?: Partial<Exchange>];

const rowsWith = (common: Partial<Exchange>, rows: readonly Row[]): readonly Exchange[] =>
  rows.map(([request, status, content, more]) => ({
    ...{ request, status, content },
    ...common,
    ...more,
    headers: { ...common.headers, ...more?.headers },
    report: { ...common.report, ...more?.report },
  }));

const needsKey = 'a valid API key is needed, given only once: Authorization: Bearer <API_KEY>';
const notAllowed = 'this preflight request is refused: pages of its origin may not call this API';
const nothing = 'there is nothing at this path';
const noAnimal = 'no animal has this id';
const removed = 'this operation is removed; use GET /v1/pets';
const badLimit = 'limit must be an integer between 1 and 100, in plain digits';
const onlyGet = 'the method must be one of GET, HEAD, OPTIONS';
const host = 'the request must have exactly one well-formed Host header (RFC 9112, section 3.2)';
const protocol = 'the protocol must be HTTP (RFC 9112, section 2.3)';
const version = 'the version of the request must be HTTP/1.1 or HTTP/1.0 (RFC 9112, section 2.3)';
const coding = 'Transfer-Encoding must be chunked, once, and the version HTTP/1.1 (RFC 9112, section 6.1)';
const tooLarge = 'the body must not exceed 65536 bytes';
const notJson = 'the body must be application/json, in UTF-8: send Content-Type: application/json';
const notUtf8 = 'the charset of Content-Type must be utf-8 or absent';
const notCoded = 'the Content-Encoding must be one of identity, gzip, deflate, br, given only once';
const notOnce = 'Content-Type must be given only once: send Content-Type: application/json';
const notComplete = 'the body must match its Content-Length and Content-Encoding headers';
const badKey =
  'Idempotency-Key must be given only once, as 1 to 255 visible ASCII characters, bare or in double quotes';
const keyReused = 'this Idempotency-Key was used before, for another animal';
const notReady = 'the service is not ready to take requests';
const noStore = 'the store does not respond at the moment; retry later';
const storeFull = 'the store is full; restart the service with more memory or use a durable store';
const failed = 'the service failed; the log has the reason under this X-Request-Id';

const pets = '/v1/pets';
const pet = '/v1/pets/{petId}';
const known = { apiKeyId: apiKey.id };
const closes = { closes: true };
const expecting = 'Expect: 100-continue';
const preflight = ['Origin: https://shop.example', 'Access-Control-Request-Method: GET'];
const mediaType = 'Content-Type: application/json';
const full = animal.padEnd(65_536);
/** A body in a chunk with an extension, before a trailer (RFC 9112, section 7.1). */
const withTrailer = (trailer: string): string => `1D;a="b"\r\n${animal}\r\n0\r\n${trailer}\r\n\r\n`;
const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const challenge = 'Bearer realm="animal-store"';
const refusedKey = { headers: { 'www-authenticate': `${challenge}, error="invalid_token"` } };
const noKey = { headers: { 'www-authenticate': challenge } };
const expectation = 'the only expectation that can be met is 100-continue';
const soon = { 'retry-after': '1' };

const announced = {
  deprecation: '@1764892800',
  sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
  link: '</v1/pets>; rel="successor-version"',
};
const unannounced = { headers: { deprecation: undefined, sunset: undefined, link: undefined } };

const get = (target: string, ...headers: readonly string[]): string => spell(`GET ${target}`, [withKey, ...headers]);
const encoded = (body: string, name: string): string => spellPost(body, `Content-Encoding: ${name}`);
const ofType = (suffix: string): string => spellPost(animal).replace('/json', `/json; charset=${suffix}`);

const ofPets = rowsWith({ report: { route: pets, ...known } }, [
  [get('/v1/pets'), 200, '[]'],
  [get(`/v1/pets?limit=1&x=${hostile}`), 200],
  [get(`/v1/pets?limit=${hostile}`), 400, badLimit, { code: 'invalid_parameter' }],
  [spell('HEAD /v1/pets', [withKey]), 200, ''],
  [spellPost(animal), 201, '{"id":1,"name":"Rex","categoryId":1}', { headers: { location: '/v1/pets/1' } }],
  [spellPost(`{"name":"${hostile}","categoryId":1}`, `Idempotency-Key: ${hostile}`), 201],
  ...Object.entries({ gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }).flatMap(
    ([name, pack]): readonly Row[] => {
      const packed = (text: string): string => pack(text).toString('latin1');
      return [
        [encoded(packed(full), name), 201],
        [encoded(packed(`${full} `), name), 413, tooLarge],
        [encoded(packed(animal).slice(0, -1), name), 400, notComplete],
        [encoded(hostile, name), 400, notComplete],
        [encoded('', name), 400, 'the body is required'],
      ];
    },
  ),
  [spellPost(full), 201],
  // Without compression, the coded body is longer than its content.
  [encoded(gzipSync(full, { level: 0 }).toString('latin1'), 'gzip'), 201],
  [encoded(gzipSync(animal).toString('latin1'), 'X-GZIP'), 201],
  // Empty members of a list do not count.
  [encoded(gzipSync(animal).toString('latin1'), ', ,gzip, '), 201],
  ...['', ',', ' , ,'].map((coding): Row => [encoded(animal, coding), 201]),
  [spell('POST /v1/pets', jsonHeaders('Transfer-Encoding: , chunked'), withTrailer('X: y')), 201],
  [get('/v1/pets', 'Expect: ,'), 200, '[]'],
  [get('/v1/pets', 'Expect: , 100-continue ,'), 200, '[]', closes],
  [spellPost(animal, 'Expect: ,'), 201],
  [encoded(animal, `gzip, ${hostile}`), 415, notCoded, { headers: { 'accept-encoding': 'gzip, deflate, br' } }],
  [spell('POST /v1/pets', jsonHeaders('Transfer-Encoding: chunked'), withTrailer('X: y')), 201],
  [spellPost(`{"${hostile}":1}`), 400, 'name is required; categoryId is required'],
  [spellPost('[]'), 400, 'the body must be an object'],
  [spellPost(hostile), 400, 'the body must be well-formed JSON'],
  [spellPost('\xff'), 400, 'the body must be encoded in UTF-8'],
  [spellPost(`\xef\xbb\xbf${animal}`), 400, 'the body must not begin with a byte order mark (RFC 8259, section 8.1)'],
  [spell('POST /v1/pets', [withKey, `Content-Type: text/${hostile}`, 'Content-Length: 0']), 415, notJson],
  [spell('POST /v1/pets', [withKey, 'Content-Length: 2'], '{}'), 415, notJson],
  [spellPost(animal).replace('application/json', 'Application/JSON; charset="UTF-8"'), 201],
  ...['utf8', '"UTF-8"', 'us-ascii;', 'utf-8; charset=latin1'].map((charset): Row => [ofType(charset), 201]),
  [ofType('latin1'), 415, notUtf8, { headers: { 'accept-encoding': undefined } }],
  [ofType(hostile), 415, notUtf8],
  [spell('POST /v1/pets', jsonHeaders('Content-Length: 65537', expecting)), 413, tooLarge, closes],
  [spell('POST /v1/pets', jsonHeaders('Content-Length: 4294967301', expecting)), 413, tooLarge, closes],
  [spell('POST /v1/pets', jsonHeaders(expecting)), 400, 'the body is required', closes],
  [get('/v1/pets', expecting.toUpperCase()), 200, '[]', closes],
  [spellPost(animal, expecting).replace('/1.1', '/1.0'), 201, undefined, closes],
  // By default Node.js keeps only the first line of these headers.
  [spellPost(animal, 'Content-Type: text/plain'), 415, notOnce],
  [spellPost(animal, mediaType), 415, notOnce],
  [encoded(animal, 'identity\r\nContent-Encoding: identity'), 415, notCoded],
  [spellPost(animal, 'Idempotency-Key: a', 'Idempotency-Key: a'), 400, badKey],
  // What belongs to another operation is ignored.
  [spellPost(animal).replace('/v1/pets', '/v1/pets?limit=0&limit=x'), 201],
  [get('/v1/pets', 'Idempotency-Key: a', 'Idempotency-Key: b'), 200, '[]'],
]);

const bug = new Error(`${secret} of the bug`);
export const throwing = (): never => {
  throw bug;
};

const findsOnly = (id: bigint): Partial<HttpPorts> => ({
  store: storeWith({
    getPet: (asked) => (asked === id ? TE.right({ id, name: 'Rex', categoryId: 1n } as Pet) : TE.left(petNotFound)),
  }),
});

const ofAnimal = rowsWith({ report: { route: pet, ...known }, headers: announced, ports: findsOnly(-7n) }, [
  [get('/v1/pets/-7'), 200, '{"id":-7,"name":"Rex","categoryId":1}', { report: { petId: '-7' } }],
  [get('/v1/pets/-1'), 404, noAnimal, { report: { petId: '-1' } }],
  [get(`/v1/pets/${hostile}`), 404, noAnimal, { ports: { store: storeOf(throwing) } }],
  [get('/v1/pets/1'), 410, removed, { ports: { clock: clockAt('2030-12-05') }, report: { petId: '1' } }],
  [
    get('/v1/pets/1'),
    503,
    noStore,
    {
      ports: { store: storeOf(() => unavailable as never) },
      report: { petId: '1', failure: cause, refusal: 'outage' },
    },
  ],
]);

// No key is looked up for these.
const withoutLookup = { authenticate: throwing };
const refusedFor = (reason: 'unknown' | 'expired' | 'revoked'): Partial<HttpPorts> => ({
  authenticate: () => TE.left({ _tag: 'Unauthenticated', reason }),
});

const withoutKey = [
  ...rowsWith({ report: { route: pets, authenticationFailure: 'missing' }, ...noKey, ports: withoutLookup }, [
    [spell(`GET /v1/pets?${hostile}`), 401, needsKey],
    [spell('GET /v1/pets', [`Authorization: Basic ${hostile}`]), 401, needsKey],
    [spell(`GET /v1/pets?access_token=${credential}`), 401, needsKey],
    [spell('POST /v1/pets', [mediaType, 'Transfer-Encoding: chunked'], withTrailer(withKey)), 401, needsKey],
    [spell('POST /v1/pets', [mediaType, 'Content-Length: 9', expecting]), 401, needsKey, closes],
    [spell(`GET /v1/pets/${hostile}`), 401, needsKey, { report: { route: pet }, headers: announced }],
    [spell(`GET /v1/${hostile}`), 401, needsKey, { report: { route: 'unmatched' } }],
    [spell('DELETE /v1'), 401, needsKey, { report: { route: 'unmatched' } }],
    [spell('OPTIONS /v1/pets', preflight), 401, notAllowed],
  ]),
  ...rowsWith({ report: { route: pets, authenticationFailure: 'malformed' }, ...refusedKey, ports: withoutLookup }, [
    [spell('GET /v1/pets', [`Authorization: Bearer ${hostile} ${hostile}`]), 401, needsKey],
    [get('/v1/pets', withKey), 401, needsKey],
    [get('/v1/pets', 'AUTHORIZATION: Bearer other'), 401, needsKey],
  ]),
  ...(['unknown', 'expired', 'revoked'] as const).flatMap((reason) =>
    rowsWith({ report: { route: pets, authenticationFailure: reason }, ...refusedKey, ports: refusedFor(reason) }, [
      [spell('GET /v1/pets', [`Authorization: Bearer ${hostile}`]), 401, needsKey],
    ]),
  ),
];

const unmatched = [
  ...rowsWith({ report: { route: 'unmatched', ...known } }, [
    [get(`/v1/pets/${hostile}/x`), 404, nothing],
    [get('/v1/pets/'), 404, nothing],
    [get('/v1/pets/1/'), 404, nothing],
    [get('/v1/PETS/1'), 404, nothing],
  ]),
  ...rowsWith({ report: { route: 'unmatched' } }, [
    [spell('GET /V1/pets'), 404, nothing],
    [spell('GET /v10'), 404, nothing],
    [spell(`GET /${hostile}`), 404, nothing],
    [spell('GET /docs/../package.json'), 404, nothing],
    [spell('OPTIONS *'), 404, nothing],
  ]),
];

const documentBytes = Buffer.from(JSON.stringify(document)).toString('latin1');

// They need no key.
const outside = { ports: withoutLookup };

const withoutApiKey = [
  ...rowsWith({ report: { route: '/livez' }, ...outside, ports: { ...withoutLookup, isReady: throwing } }, [
    [spell(`GET http://${hostile}/livez?${hostile}`), 200, '{"status":"live"}'],
    [spell('POST /livez'), 405, onlyGet],
    [spell('GET /livez', ['Transfer-Encoding: gzip, chunked']), 400, coding, closes],
    [spell('GET /livez', [`Expect: ${hostile}`]).replace('/1.1', '/1.0'), 200, '{"status":"live"}', closes],
    [spell('GET /livez').replace('/1.1\r\nHost: localhost', '/1.0'), 200, '{"status":"live"}', closes],
    [spell('GET /livez', [`traceparent: ${traceparent}`]), 200, undefined, { report: { traceparent } }],
    // The HTTP/1.1 parser of Node.js also reads RTSP.
    [spell('DESCRIBE /livez').replace('HTTP/1.1', 'RTSP/1.0'), 400, protocol, closes],
  ]),
  ...rowsWith({ report: { route: '/readyz' }, ...outside }, [
    [spell('GET /readyz'), 200, '{"status":"ready"}'],
    [spell('GET /readyz'), 503, notReady, { headers: soon, ports: { isReady: () => Promise.resolve(false) } }],
  ]),
  ...rowsWith({ report: { route: '/openapi.json' }, ...outside, headers: { 'cache-control': 'no-cache' } }, [
    [spell('GET /openapi.json'), 200, documentBytes],
    [spell('GET /openapi.json', ['If-None-Match: *']), 304, ''],
  ]),
];

/** Malformed messages that the HTTP parser accepts. The key makes no difference. */
const malformed = rowsWith({ report: { route: pets }, ...closes }, [
  [get('/v1/pets').replace('Host: localhost\r\n', ''), 400, host],
  [get('/v1/pets', `Host: ${hostile}`), 400, host],
  [get('/v1/pets').replace('/1.1', '/2.0'), 400, version],
  [spell('GET /v1/pets').replace('/1.1', '/0.9'), 400, version],
  [spell('POST /v1/pets', ['Transfer-Encoding: chunked'], '0\r\n\r\n').replace('/1.1', '/1.0'), 400, coding],
  [spell('POST /v1/pets', jsonHeaders('Transfer-Encoding: gzip'), 'x'), 400, coding],
  [spell(`GET /v1/pets#${hostile}`), 400, 'the request target must not have a fragment'],
  [spell('GET /v1/pets', [`Expect: ${hostile}`]), 417, expectation],
  [spell('GET /v1/pets', [`${expecting}, ${hostile}`]), 417, expectation],
  [spell('GET /v1/pets/x', [`Expect: ${hostile}`]), 417, expectation, { report: { route: pet }, ...unannounced }],
]);

const outage = (ports: Partial<HttpPorts>): Partial<Exchange> => ({
  ports,
  headers: { ...soon, 'www-authenticate': undefined, location: undefined },
  report: { failure: cause, refusal: 'outage' },
});
const broken = (ports: Partial<HttpPorts>): Partial<Exchange> => ({ ports, report: { failure: bug } });
const isFull: Partial<Exchange> = {
  ports: { store: storeOf(() => TE.left(repositoryFull) as never) },
  headers: { ...soon, location: undefined },
  report: { failure: storeFull, refusal: 'full' },
};
const reused: Partial<HttpPorts> = { store: storeWith({ addPet: () => TE.left(idempotencyKeyReused) }) };

const failures = [
  ...operations.flatMap((operation) => {
    const place = { route: `/v1${operation.path}`, ...(operation.path.endsWith('{petId}') && { petId: '1' }) };
    return rowsWith({ report: { ...place, ...known } }, [
      [spellOperation(operation), 503, noStore, outage({ store: storeOf(() => unavailable as never) })],
      [spellOperation(operation), 500, failed, broken({ store: storeOf(throwing) })],
      ...(operation.method === 'GET' ? [] : [[spellOperation(operation), 503, storeFull, isFull] as const]),
    ]);
  }),
  ...rowsWith({ report: { route: pets, ...known }, headers: { location: undefined } }, [
    [spellPost(animal), 422, keyReused, { ports: reused }],
  ]),
  ...rowsWith({ report: { route: pet, ...known } }, [
    [get('/v1/pets/x'), 500, failed, broken({ clock: { now: throwing } })],
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
