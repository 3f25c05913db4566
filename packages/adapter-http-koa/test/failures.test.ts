import { describe, expect, it, vi } from 'vitest';
import type { HttpApiPorts } from '../src/index.ts';
import { cause, knowsOneKey, storeOf, unavailable } from './fake-ports.ts';
import { operations, spellOperation } from './operations.ts';
import { errorBody, spell, withKey } from './spell-request.ts';
import { startApi } from './start-api.ts';

const listPets = spell('GET /v1/pets', [withKey]);

const unavailableStore = storeOf(() => unavailable as never);
const unavailableBody = errorBody('service_unavailable', 'the store does not respond at the moment; retry later', 503);
const bugBody = errorBody('internal_error', 'the service failed; the log has the reason under this X-Request-Id', 500);

const bug = new Error('secret of the bug');
const failing = (): Promise<never> => Promise.reject(bug);
const throwing = (): never => {
  throw bug;
};

const bugs: readonly (readonly [string, Partial<HttpApiPorts>, request: string, route: string])[] = [
  ...operations.flatMap((operation) => {
    const [request, route] = [spellOperation(operation), `/v1${operation.path}`];
    return [
      [`${operation.name} throws`, { store: storeOf(throwing) }, request, route],
      [`${operation.name} rejects`, { store: storeOf(() => failing as never) }, request, route],
    ] as const;
  }),
  ['the key check throws', { authenticate: throwing }, listPets, '/v1/pets'],
  ['the key check rejects', { authenticate: () => failing }, listPets, '/v1/pets'],
  ['the clock throws', { clock: { now: throwing } }, spell('GET /v1/pets/1', [withKey]), '/v1/pets/{petId}'],
  ['readiness throws', { isReady: throwing }, spell('GET /readyz'), '/readyz'],
  ['readiness rejects', { isReady: failing }, spell('GET /readyz'), '/readyz'],
];

describe('a store that is unavailable', () => {
  it.each(operations)('makes $name return 503', async (operation) => {
    const api = await startApi({ ports: { store: unavailableStore } });
    const { status, headers, body } = await api.request(spellOperation(operation));
    expect([status, body]).toEqual([503, unavailableBody]);
    expect(headers['retry-after']).toBe('1');
    expect(headers['www-authenticate']).toBe(undefined);
    expect(headers['location']).toBe(undefined);
    expect([headers['deprecation'], headers['sunset'], headers['link']]).toEqual(
      operation.name === 'getPet'
        ? ['@1764892800', 'Thu, 05 Dec 2030 00:00:00 GMT', '</v1/pets>; rel="successor-version"']
        : [undefined, undefined, undefined],
    );
    expect((await api.reports(1))[0]?.failure).toBe(cause);
  });

  it.each(operations)('causes no 401 if it fails the key check before $name', async (operation) => {
    const store = storeOf(vi.fn(throwing));
    const api = await startApi({ ports: { authenticate: () => unavailable, store } });
    const { status, headers, body } = await api.request(spellOperation(operation));
    expect([status, body, headers['retry-after']]).toEqual([503, unavailableBody, '1']);
    expect(headers['www-authenticate']).toBe(undefined);
    expect(headers['deprecation']).toBe(operation.name === 'getPet' ? '@1764892800' : undefined);
    expect(store[operation.name]).not.toHaveBeenCalled();
    expect((await api.reports(1))[0]).toMatchObject({ status: 503, failure: cause, refusal: 'outage' });
  });

  it('is not queried for a malformed key', async () => {
    const authenticate = vi.fn(() => unavailable);
    const api = await startApi({ ports: { authenticate } });
    const connection = await api.open();
    for (const headers of [
      [],
      ['Authorization: Bearer'],
      ['Authorization: Basic eDp5'],
      ['Authorization: Bearer a b'],
    ]) {
      expect((await connection.request(spell('GET /v1/pets', headers))).status).toBe(401);
    }
    expect(authenticate).not.toHaveBeenCalled();
  });
});

describe('a bug', () => {
  it.each(bugs)('becomes a 500 that reveals nothing about it: %s', async (_, ports, request, route) => {
    const api = await startApi({ ports });
    const connection = await api.open();
    const response = await connection.request(request);
    expect([response.status, response.body, response.headers['content-type']]).toEqual([
      500,
      bugBody,
      'application/json',
    ]);
    expect(JSON.stringify(response)).not.toContain('secret');
    const [report] = await api.reports(1);
    expect([report?.status, report?.route, report?.failure]).toEqual([500, route, bug]);
    expect(report?.requestId).toBe(response.headers['x-request-id']);

    expect((await connection.request(spell('GET /livez'))).status).toBe(200);
  });

  it('of one request is none of another', async () => {
    const authenticate = vi.fn(knowsOneKey).mockImplementationOnce(throwing);
    const api = await startApi({ ports: { authenticate } });
    const connection = await api.open();
    await connection.send(listPets.repeat(2));
    expect([(await connection.readResponse()).status, (await connection.readResponse()).status]).toEqual([500, 200]);
  });
});
