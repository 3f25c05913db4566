import { taskEither as TE } from 'fp-ts';
import type { ApiError } from '../src/api-error.ts';
import { errors } from '../src/errors.ts';
import type { HttpPorts } from '../src/index.ts';
import { cause, createGate, storeWith, unavailable } from './fake-ports.ts';
import { allowed, operations, spell, targetOf, withKey } from './spell-request.ts';
import { type ApiSetting, startConnected } from './start-api.ts';

/** A kind of request, by its name in the document. */
interface Target {
  readonly name: string;
  readonly line: string;
  readonly route: string;
  /** The body that it may have. */
  readonly body?: (typeof operations)[number]['body'];
}

/** Each operation of the document, and each kind of request that is none. No operation has the method MKCALENDAR. */
export const targets: readonly Target[] = [
  ...operations.map(({ method, path, target, body }) => ({
    ...{ name: `${method} ${path}`, line: `${method} ${target()}`, route: `/v1${path}` },
    ...(body && { body }),
  })),
  ...[...allowed.keys()].flatMap((path) => [
    { name: 'options', line: `OPTIONS ${targetOf(path)}`, route: `/v1${path}` },
    { name: 'otherMethods', line: `MKCALENDAR ${targetOf(path)}`, route: `/v1${path}` },
  ]),
  { name: 'otherPaths', line: 'GET /v1/nothing', route: 'unmatched' },
];

/** Ports that may hold back the other request of the key until the gate is opened. */
type Ports = (hold: ReturnType<typeof createGate>['hold']) => Partial<HttpPorts>;

/** What refuses a request, whatever it asks for. */
export interface Guard {
  readonly error: ApiError;
  /** A request that this guard refuses, and those below it too, so that the response shows which comes first. */
  readonly spell: (line: string) => string;
  /** By default no key can be checked. */
  readonly ports?: Ports;
  readonly setting?: Omit<ApiSetting, 'ports'>;
  /** Another request of the key, which is in flight meanwhile, or two that were sent before. */
  readonly other?: 'in flight' | 'before';
}

const slots = (maxRequestsInFlight: number) => ({
  options: { maxRequestsInFlight, rateLimit: { requests: 2, seconds: 60 } },
});
const impatient = { limits: { headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 50 } };
const large = 'x'.repeat(20_000);

const keyCheckFails: Ports = (hold) => ({ authenticate: () => hold(unavailable) });
const keyCheckThrows: Ports = () => ({ authenticate: () => () => Promise.reject(cause) });
const listWaits: Ports = (hold) => ({ store: storeWith({ listPets: () => hold(TE.right({ pets: [] })) }) });

const withValidKey = (line: string): string => spell(line, [withKey]);
const withUnknownKey = (line: string, ...headers: readonly string[]): string =>
  spell(line, ['Authorization: Bearer other', ...headers]);
const withBadExpectation = (line: string): string => withUnknownKey(line, 'Expect: more');

/** In the order of the checks. */
export const guards: readonly Guard[] = [
  { error: errors.notHttp(), spell: (line) => spell(line, ['no field', 'Expect: more']) },
  { error: errors.lateMessage(), spell: (line) => withBadExpectation(line).slice(0, -2), setting: impatient },
  { error: errors.headersTooLarge(), spell: (line) => spell(line, [`X: ${large}`]) },
  {
    error: errors.extensionsTooLarge(),
    spell: (line) => spell(line, ['Transfer-Encoding: chunked'], `1;${large}\r\na\r\n0\r\n\r\n`),
  },
  { error: errors.invalidHost(), spell: (line) => withBadExpectation(line).replace('localhost', 'a b') },
  { error: errors.otherExpectation(), spell: withBadExpectation, setting: slots(1), other: 'in flight' },
  { error: errors.allTaken(), spell, setting: slots(1), other: 'in flight' },
  { error: errors.unauthorized('missing'), spell },
  {
    error: errors.unauthorized('unknown'),
    spell: withUnknownKey,
    ports: listWaits,
    setting: slots(2),
    other: 'in flight',
  },
  { error: errors.storeUnavailable(cause), spell: withValidKey },
  { error: errors.bug(cause), spell: withValidKey, ports: keyCheckThrows },
  { error: errors.shareTaken(), spell: withValidKey, ports: listWaits, setting: slots(2), other: 'in flight' },
  { error: errors.rateExceeded(2, 60, 60), spell: withValidKey, ports: () => ({}), setting: slots(3), other: 'before' },
];

/** What refuses a body, by its headers: each check before those below, which refuse it too. */
export const bodyChecks = (mediaType: string) => [
  { error: errors.otherMediaType(), headers: ['Content-Type: no', 'Content-Length: 99999'] },
  { error: errors.bodyTooLarge(), headers: [`Content-Type: ${mediaType}`, 'Content-Length: 99999'] },
  {
    error: errors.invalidJson('must be well-formed JSON'),
    headers: [`Content-Type: ${mediaType}`, 'Content-Length: 1'],
  },
];

/** Starts an API in which a guard refuses its request. */
export const startGuarded = async ({ ports = keyCheckFails, setting, other }: Guard) => {
  const gate = createGate();
  const hold: typeof gate.hold = (task) => (other === 'in flight' ? gate.hold(task) : task);
  const { api, connection } = await startConnected({ ...setting, ports: ports(hold) });
  const list = withValidKey('GET /v1/pets');
  if (other === 'before') for (const bytes of [list, list]) await api.request(bytes);
  if (other === 'in flight') {
    await (await api.open()).send(list);
    await gate.held();
  }
  return { api, connection, gate };
};
