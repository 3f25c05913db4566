import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { idempotencyKeyReused, type Pet, petNotFound, repositoryFull } from '@animal-store/domain';
import { taskEither as TE } from 'fp-ts';
import type { ApiError } from '../src/api-error.ts';
import { errors } from '../src/errors.ts';
import type { HttpOptions, HttpPorts, RequestReport } from '../src/index.ts';
import { apiKey, cause, clockAt, credential, storeOf, storeWith, unavailable } from './fake-ports.ts';
import { document } from './open-connection.ts';
import {
  animal,
  errorBody,
  jsonHeaders,
  operations,
  spell,
  spellOperation,
  spellPost,
  withKey,
} from './spell-request.ts';

/** A request, and what becomes of it. */
export interface Exchange {
  readonly request: string;
  readonly status: number;
  /** The body of the response. Without it the body is not compared. */
  readonly json?: string | undefined;
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

/** An error of the service, another response, or only its status. */
type Outcome = number | Pick<ApiError, 'status' | 'json'>;

type Row = readonly [request: string, outcome: Outcome, more?: Partial<Exchange>];

const rowsWith = (common: Partial<Exchange>, rows: readonly Row[]): readonly Exchange[] =>
  rows.map(([request, outcome, more]) => ({
    ...(typeof outcome === 'number' ? { status: outcome } : { status: outcome.status, json: outcome.json }),
    request,
    ...common,
    ...more,
    headers: { ...common.headers, ...more?.headers },
    report: { ...common.report, ...more?.report },
  }));

const sent = (status: number, json: string): Outcome => ({ status, json });
const invalid = (message: string): Outcome => sent(400, errorBody('invalid_request', message, 400));
const badLimit = errorBody('invalid_parameter', 'limit must be an integer between 1 and 100, in plain digits', 400);
const badKey =
  'Idempotency-Key must be given only once, as 1 to 255 visible ASCII characters, bare or in double quotes';
const needsKey = errors.unauthorized('missing');
const nothing = errors.unknownPath();
const coding = errors.otherTransferCoding();
const notCoded = errors.otherContentCoding();
const expectation = errors.otherExpectation();
const noStore = errors.storeUnavailable(cause);

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
  [get('/v1/pets'), sent(200, '[]')],
  [get(`/v1/pets?limit=1&x=${hostile}`), 200],
  [get(`/v1/pets?limit=${hostile}`), sent(400, badLimit)],
  [spell('HEAD /v1/pets', [withKey]), sent(200, '')],
  [spellPost(animal), sent(201, '{"id":1,"name":"Rex","categoryId":1}'), { headers: { location: '/v1/pets/1' } }],
  [spellPost(`{"name":"${hostile}","categoryId":1}`, `Idempotency-Key: ${hostile}`), 201],
  ...Object.entries({ gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }).flatMap(
    ([name, pack]): readonly Row[] => {
      const packed = (text: string): string => pack(text).toString('latin1');
      return [
        [encoded(packed(full), name), 201],
        [encoded(packed(`${full} `), name), errors.bodyTooLarge()],
        [encoded(packed(animal).slice(0, -1), name), errors.incompleteBody()],
        [encoded(hostile, name), errors.incompleteBody()],
        [encoded('', name), invalid('the body is required')],
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
  [get('/v1/pets', 'Expect: ,'), sent(200, '[]')],
  [get('/v1/pets', 'Expect: , 100-continue ,'), sent(200, '[]'), closes],
  [spellPost(animal, 'Expect: ,'), 201],
  [encoded(animal, `gzip, ${hostile}`), notCoded, { headers: { 'accept-encoding': 'gzip, deflate, br' } }],
  [spell('POST /v1/pets', jsonHeaders('Transfer-Encoding: chunked'), withTrailer('X: y')), 201],
  [spellPost(`{"${hostile}":1}`), invalid('name is required; categoryId is required')],
  [spellPost('[]'), invalid('the body must be an object')],
  [spellPost(hostile), invalid('the body must be well-formed JSON')],
  [spellPost('\xff'), invalid('the body must be encoded in UTF-8')],
  [
    spellPost(`\xef\xbb\xbf${animal}`),
    invalid('the body must not begin with a byte order mark (RFC 8259, section 8.1)'),
  ],
  [spell('POST /v1/pets', [withKey, `Content-Type: text/${hostile}`, 'Content-Length: 0']), errors.otherMediaType()],
  [spell('POST /v1/pets', [withKey, 'Content-Length: 2'], '{}'), errors.otherMediaType()],
  [spellPost(animal).replace('application/json', 'Application/JSON; charset="UTF-8"'), 201],
  ...['utf8', '"UTF-8"', 'us-ascii;', 'utf-8; charset=latin1'].map((charset): Row => [ofType(charset), 201]),
  [ofType('latin1'), errors.otherCharset(), { headers: { 'accept-encoding': undefined } }],
  [ofType(hostile), errors.otherCharset()],
  [spell('POST /v1/pets', jsonHeaders('Content-Length: 65537', expecting)), errors.bodyTooLarge(), closes],
  [spell('POST /v1/pets', jsonHeaders('Content-Length: 4294967301', expecting)), errors.bodyTooLarge(), closes],
  [spell('POST /v1/pets', jsonHeaders(expecting)), invalid('the body is required'), closes],
  [get('/v1/pets', expecting.toUpperCase()), sent(200, '[]'), closes],
  [spellPost(animal, expecting).replace('/1.1', '/1.0'), 201, closes],
  // By default Node.js keeps only the first line of these headers.
  [spellPost(animal, 'Content-Type: text/plain'), errors.repeatedMediaType()],
  [spellPost(animal, mediaType), errors.repeatedMediaType()],
  [encoded(animal, 'identity\r\nContent-Encoding: identity'), notCoded],
  [spellPost(animal, 'Idempotency-Key: a', 'Idempotency-Key: a'), invalid(badKey)],
  // What belongs to another operation is ignored.
  [spellPost(animal).replace('/v1/pets', '/v1/pets?limit=0&limit=x'), 201],
  [get('/v1/pets', 'Idempotency-Key: a', 'Idempotency-Key: b'), sent(200, '[]')],
]);

const bug = new Error(`${secret} of the bug`);
const throwing = (): never => {
  throw bug;
};

const findsOnly = (id: bigint): Partial<HttpPorts> => ({
  store: storeWith({
    getPet: (asked) => (asked === id ? TE.right({ id, name: 'Rex', categoryId: 1n } as Pet) : TE.left(petNotFound)),
  }),
});

const noLookup = { ports: { store: storeOf(throwing) } };

const ofAnimal = rowsWith({ report: { route: pet, ...known }, headers: announced, ports: findsOnly(-7n) }, [
  [get('/v1/pets/-7'), sent(200, '{"id":-7,"name":"Rex","categoryId":1}'), { report: { petId: '-7' } }],
  [get('/v1/pets/-1'), errors.unknownPet(), { report: { petId: '-1' } }],
  // The router would decode the first one.
  ...['%31', '+1', '1.0', hostile].map((id): Row => [get(`/v1/pets/${id}`), errors.unknownPet(), noLookup]),
  [get('/v1/pets/01'), errors.unknownPet(), { ...noLookup, report: { petId: '01' } }],
  [get('/v1/pets/1'), errors.removedOperation(), { ports: { clock: clockAt('2030-12-05') }, report: { petId: '1' } }],
  [
    get('/v1/pets/1'),
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
    [spell(`GET /v1/pets?${hostile}`), needsKey],
    [spell('GET /v1/pets', [`Authorization: Basic ${hostile}`]), needsKey],
    [spell(`GET /v1/pets?access_token=${credential}`), needsKey],
    [spell('POST /v1/pets', [mediaType, 'Transfer-Encoding: chunked'], withTrailer(withKey)), needsKey],
    [spell('POST /v1/pets', [mediaType, 'Content-Length: 9', expecting]), needsKey, closes],
    [spell(`GET /v1/pets/${hostile}`), needsKey, { report: { route: pet }, headers: announced }],
    [spell(`GET /v1/${hostile}`), needsKey, { report: { route: 'unmatched' } }],
    [spell('DELETE /v1'), needsKey, { report: { route: 'unmatched' } }],
    [spell('OPTIONS /v1/pets', preflight), errors.refusedPreflight()],
  ]),
  ...rowsWith({ report: { route: pets, authenticationFailure: 'malformed' }, ...refusedKey, ports: withoutLookup }, [
    [spell('GET /v1/pets', [`Authorization: Bearer ${hostile} ${hostile}`]), needsKey],
    [get('/v1/pets', withKey), needsKey],
    [get('/v1/pets', 'AUTHORIZATION: Bearer other'), needsKey],
  ]),
  ...(['unknown', 'expired', 'revoked'] as const).flatMap((reason) =>
    rowsWith({ report: { route: pets, authenticationFailure: reason }, ...refusedKey, ports: refusedFor(reason) }, [
      [spell('GET /v1/pets', [`Authorization: Bearer ${hostile}`]), needsKey],
    ]),
  ),
];

const unmatched = [
  ...rowsWith({ report: { route: 'unmatched', ...known } }, [
    [get(`/v1/pets/${hostile}/x`), nothing],
    [get('/v1/pets/'), nothing],
    [get('/v1/pets/1/'), nothing],
    [get('/v1/PETS/1'), nothing],
  ]),
  ...rowsWith({ report: { route: 'unmatched' } }, [
    [spell('GET /V1/pets'), nothing],
    [spell('GET /v10'), nothing],
    [spell(`GET /${hostile}`), nothing],
    [spell('GET /docs/../package.json'), nothing],
    [spell('OPTIONS *'), nothing],
  ]),
];

const documentBytes = Buffer.from(JSON.stringify(document)).toString('latin1');

// They need no key.
const outside = { ports: withoutLookup };

const withoutApiKey = [
  ...rowsWith({ report: { route: '/livez' }, ...outside, ports: { ...withoutLookup, isReady: throwing } }, [
    [spell(`GET http://${hostile}/livez?${hostile}`), sent(200, '{"status":"live"}')],
    [spell('POST /livez'), errors.otherMethod(['GET', 'HEAD', 'OPTIONS'])],
    [spell('GET /livez', ['Transfer-Encoding: gzip, chunked']), coding, closes],
    [spell('GET /livez', [`Expect: ${hostile}`]).replace('/1.1', '/1.0'), sent(200, '{"status":"live"}'), closes],
    [spell('GET /livez').replace('/1.1\r\nHost: localhost', '/1.0'), sent(200, '{"status":"live"}'), closes],
    [spell('GET /livez', [`traceparent: ${traceparent}`]), 200, { report: { traceparent } }],
    // The HTTP/1.1 parser of Node.js also reads RTSP.
    [spell('DESCRIBE /livez').replace('HTTP/1.1', 'RTSP/1.0'), errors.otherProtocol(), closes],
  ]),
  ...rowsWith({ report: { route: '/readyz' }, ...outside }, [
    [spell('GET /readyz'), sent(200, '{"status":"ready"}')],
    [spell('GET /readyz'), errors.notReady(), { headers: soon, ports: { isReady: () => Promise.resolve(false) } }],
  ]),
  ...rowsWith({ report: { route: '/openapi.json' }, ...outside, headers: { 'cache-control': 'no-cache' } }, [
    [spell('GET /openapi.json'), sent(200, documentBytes)],
    [spell('GET /openapi.json', ['If-None-Match: *']), sent(304, '')],
  ]),
];

/** Malformed messages that the HTTP parser accepts. The key makes no difference. */
const malformed = rowsWith({ report: { route: pets }, ...closes }, [
  [get('/v1/pets').replace('Host: localhost\r\n', ''), errors.invalidHost()],
  [get('/v1/pets', `Host: ${hostile}`), errors.invalidHost()],
  [get('/v1/pets').replace('/1.1', '/2.0'), errors.otherVersion()],
  [spell('GET /v1/pets').replace('/1.1', '/0.9'), errors.otherVersion()],
  [spell('POST /v1/pets', ['Transfer-Encoding: chunked'], '0\r\n\r\n').replace('/1.1', '/1.0'), coding],
  [spell('POST /v1/pets', jsonHeaders('Transfer-Encoding: gzip'), 'x'), coding],
  [spell(`GET /v1/pets#${hostile}`), errors.fragment()],
  [spell('GET /v1/pets', [`Expect: ${hostile}`]), expectation],
  [spell('GET /v1/pets', [`${expecting}, ${hostile}`]), expectation],
  [spell('GET /v1/pets/x', [`Expect: ${hostile}`]), expectation, { report: { route: pet }, ...unannounced }],
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
  report: { failure: errors.storeFull().message, refusal: 'full' },
};
const reused: Partial<HttpPorts> = { store: storeWith({ addPet: () => TE.left(idempotencyKeyReused) }) };

const failures = [
  ...operations.flatMap((operation) => {
    const place = { route: `/v1${operation.path}`, ...(operation.path.endsWith('{petId}') && { petId: '1' }) };
    return rowsWith({ report: { ...place, ...known } }, [
      [spellOperation(operation), noStore, outage({ store: storeOf(() => unavailable as never) })],
      [spellOperation(operation), errors.bug(bug), broken({ store: storeOf(throwing) })],
      ...(operation.method === 'GET' ? [] : [[spellOperation(operation), errors.storeFull(), isFull] as const]),
    ]);
  }),
  ...rowsWith({ report: { route: pets, ...known }, headers: { location: undefined } }, [
    [spellPost(animal), errors.reusedIdempotencyKey(), { ports: reused }],
  ]),
  ...rowsWith({ report: { route: pet, ...known } }, [
    [get('/v1/pets/x'), errors.bug(bug), broken({ clock: { now: throwing } })],
  ]),
  ...rowsWith({ report: { route: '/readyz' } }, [
    [spell('GET /readyz'), errors.bug(bug), broken({ isReady: throwing })],
  ]),
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
