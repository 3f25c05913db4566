import { type Exchange, rowsWith } from './exchanges.ts';
import { apiKey, cause, storeOf, unavailable } from './fake-ports.ts';
import { operations, spellOperation } from './operations.ts';
import { spell, withKey } from './spell-request.ts';

/** Text of the causes, which no response may contain. */
export const secret = 'secret';

const noStore = 'the store does not respond at the moment; retry later';
const failed = 'the service failed; the log has the reason under this X-Request-Id';
const known = { apiKeyId: apiKey.id };

const announced = {
  deprecation: '@1764892800',
  sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
  link: '</v1/pets>; rel="successor-version"',
};
const unannounced = { deprecation: undefined, sunset: undefined, link: undefined };

const bug = new Error(`${secret} of the bug`);
const failing = (): Promise<never> => Promise.reject(bug);
const throwing = (): never => {
  throw bug;
};

/** Each operation, while the store or the key check fails. */
const failuresOfOperations = operations.flatMap((operation): readonly Exchange[] => {
  const headers = operation.name === 'getPet' ? announced : unannounced;
  const row = { request: spellOperation(operation), headers };
  const place = { route: `/v1${operation.path}`, ...(operation.path.endsWith('{petId}') && { petId: '1' }) };
  const outage = { failure: cause, refusal: 'outage', ...place } as const;
  const broken = { status: 500, message: failed, report: { failure: bug, ...place } } as const;
  const refused = {
    ...row,
    status: 503,
    message: noStore,
    headers: { ...headers, 'retry-after': '1', 'www-authenticate': undefined, location: undefined },
    report: outage,
  };
  const ofKnown = { ...broken.report, ...known };
  return [
    { ...refused, ports: { store: storeOf(() => unavailable as never) }, report: { ...outage, ...known } },
    { ...refused, ports: { authenticate: () => unavailable, store: storeOf(throwing) } },
    { ...row, ...broken, ports: { store: storeOf(throwing) }, report: ofKnown },
    { ...row, ...broken, ports: { store: storeOf(() => failing as never) }, report: ofKnown },
    { ...row, ...broken, ports: { authenticate: throwing } },
    { ...row, ...broken, ports: { authenticate: () => failing } },
  ];
});

const otherFailures = rowsWith({ failure: bug }, [
  [
    spell('GET /v1/pets/1', [withKey]),
    500,
    failed,
    { ports: { clock: { now: throwing } }, report: { ...known, route: '/v1/pets/{petId}', petId: '1' } },
  ],
  [spell('GET /readyz'), 500, failed, { ports: { isReady: throwing }, report: { route: '/readyz' } }],
  [spell('GET /readyz'), 500, failed, { ports: { isReady: failing }, report: { route: '/readyz' } }],
]);

export const failures: readonly Exchange[] = [...failuresOfOperations, ...otherFailures];
