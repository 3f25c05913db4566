import { idempotencyKeyReused, type Pet, petNotFound, repositoryFull } from '@animal-store/domain';
import { taskEither as TE } from 'fp-ts';
import { errors } from '../src/errors.ts';
import type { HttpPorts } from '../src/index.ts';
import { bodyExchanges } from './body-exchanges.ts';
import { announced, bug, type Exchange, exchangesWith, hostile, type Row, throwing } from './exchange.ts';
import { apiKey, cause, clockAt, storeOf, storeWith, unavailable } from './fake-ports.ts';
import { document } from './open-connection.ts';
import { refusedExchanges } from './refused-exchanges.ts';
import { animal, errorBody, operations, spell, spellOperation, spellPost, withKey } from './spell-request.ts';

const get = (target: string, ...headers: readonly string[]): string => spell(`GET ${target}`, [withKey, ...headers]);

const sent = (status: number, json: string) => ({ status, json });

const badLimit = errorBody('invalid_parameter', 'limit must be an integer between 1 and 100, in plain digits', 400);
const badKey =
  'Idempotency-Key must be given only once, as 1 to 255 visible ASCII characters, bare or in double quotes';

const ofPets = exchangesWith({ report: { route: '/v1/pets', apiKeyId: apiKey.id } }, [
  [get('/v1/pets'), sent(200, '[]')],
  [spell('HEAD /v1/pets', [withKey]), sent(200, '')],
  [get(`/v1/pets?limit=1&x=${hostile}`), 200],
  [get(`/v1/pets?limit=${hostile}`), sent(400, badLimit)],
  [get('/v1/pets', 'Expect: ,'), 200],
  ...['100-CONTINUE', ', 100-continue ,'].map(
    (expectation): Row => [get('/v1/pets', `Expect: ${expectation}`), 200, { closes: true }],
  ),
  [spellPost(animal), sent(201, '{"id":1,"name":"Rex","categoryId":1}'), { headers: { location: '/v1/pets/1' } }],
  [spellPost(`{"name":"${hostile}","categoryId":1}`, `Idempotency-Key: ${hostile}`), 201],
  [spellPost(animal, 'Idempotency-Key: a', 'Idempotency-Key: a'), sent(400, errorBody('invalid_request', badKey, 400))],
  [
    spellPost(animal),
    errors.reusedIdempotencyKey(),
    { ports: { store: storeWith({ addPet: () => TE.left(idempotencyKeyReused) }) } },
  ],
  // What belongs to another operation is ignored.
  [spellPost(animal).replace('/v1/pets', '/v1/pets?limit=0&limit=x'), 201],
  [get('/v1/pets', 'Idempotency-Key: a', 'Idempotency-Key: b'), 200],
]);

const findsOnly = (id: bigint): Partial<HttpPorts> => ({
  store: storeWith({
    getPet: (asked) => (asked === id ? TE.right({ id, name: 'Rex', categoryId: 1n } as Pet) : TE.left(petNotFound)),
  }),
});

const withoutRead = { ports: { store: storeOf(throwing) } };

const ofAnimal = exchangesWith(
  { report: { route: '/v1/pets/{petId}', apiKeyId: apiKey.id }, headers: announced, ports: findsOnly(-7n) },
  [
    [get('/v1/pets/-7'), sent(200, '{"id":-7,"name":"Rex","categoryId":1}'), { report: { petId: '-7' } }],
    [get('/v1/pets/-1'), errors.unknownPet(), { report: { petId: '-1' } }],
    // The router would decode the first one.
    ...['%31', '+1', '1.0', hostile].map((id): Row => [get(`/v1/pets/${id}`), errors.unknownPet(), withoutRead]),
    [get('/v1/pets/01'), errors.unknownPet(), { ...withoutRead, report: { petId: '01' } }],
    [get('/v1/pets/1'), errors.removedOperation(), { ports: { clock: clockAt('2030-12-05') }, report: { petId: '1' } }],
    [get('/v1/pets/x'), errors.bug(bug), { ports: { clock: { now: throwing } }, report: { failure: bug } }],
  ],
);

const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const live = sent(200, '{"status":"live"}');
const openApiDocument = Buffer.from(JSON.stringify(document)).toString('latin1');

const outsideOfTheApi = [
  ...exchangesWith(
    { report: { route: '/livez' }, ports: { authenticate: throwing, isReady: throwing }, needsNoKey: true },
    [
      [spell(`GET http://${hostile}/livez?${hostile}`), live],
      [spell('POST /livez'), errors.otherMethod(['GET', 'HEAD', 'OPTIONS'])],
      [spell('GET /livez', ['Transfer-Encoding: gzip, chunked']), errors.otherTransferCoding(), { closes: true }],
      [spell('GET /livez', [`Expect: ${hostile}`]).replace('/1.1', '/1.0'), live, { closes: true }],
      [spell('GET /livez').replace('/1.1\r\nHost: localhost', '/1.0'), live, { closes: true }],
      [spell('GET /livez', [`traceparent: ${traceparent}`]), live, { report: { traceparent } }],
      // The HTTP/1.1 parser of Node.js also reads RTSP.
      [spell('DESCRIBE /livez').replace('HTTP/1.1', 'RTSP/1.0'), errors.otherProtocol(), { closes: true }],
    ],
  ),
  ...exchangesWith({ report: { route: '/readyz' }, ports: { authenticate: throwing }, needsNoKey: true }, [
    [spell('GET /readyz'), sent(200, '{"status":"ready"}')],
    [
      spell('GET /readyz'),
      errors.notReady(),
      { ports: { isReady: () => Promise.resolve(false) }, headers: { 'retry-after': '1' } },
    ],
    [spell('GET /readyz'), errors.bug(bug), { ports: { isReady: throwing }, report: { failure: bug } }],
  ]),
  ...exchangesWith({ report: { route: '/openapi.json' }, headers: { 'cache-control': 'no-cache' }, needsNoKey: true }, [
    [spell('GET /openapi.json'), sent(200, openApiDocument)],
    [spell('GET /openapi.json', ['If-None-Match: *']), sent(304, '')],
  ]),
];

const unreachable: Partial<Exchange> = {
  ports: { store: storeOf(() => unavailable) },
  headers: { 'retry-after': '1' },
  report: { failure: cause, refusal: 'outage' },
};
const full: Partial<Exchange> = {
  ports: { store: storeOf(() => TE.left(repositoryFull) as never) },
  headers: { 'retry-after': '1' },
  report: { failure: errors.storeFull().message, refusal: 'full' },
};
const broken: Partial<Exchange> = { ports: { store: storeOf(throwing) }, report: { failure: bug } };

/** Each operation with a store that fails. Only a write can find it full. */
const failures = operations.flatMap((operation) => {
  const request = spellOperation(operation);
  const route = `/v1${operation.path}`;
  const petId = route.endsWith('{petId}') ? '1' : undefined;
  const ifFull: readonly Row[] = operation.method === 'GET' ? [] : [[request, errors.storeFull(), full]];
  return exchangesWith({ report: { route, petId, apiKeyId: apiKey.id } }, [
    [request, errors.storeUnavailable(cause), unreachable],
    [request, errors.bug(bug), broken],
    ...ifFull,
  ]);
});

export const exchanges: readonly Exchange[] = [
  ...ofPets,
  ...bodyExchanges,
  ...ofAnimal,
  ...refusedExchanges,
  ...outsideOfTheApi,
  ...failures,
];
