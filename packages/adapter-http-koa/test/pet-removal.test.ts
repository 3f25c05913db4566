import type { Instant } from '@animal-store/access';
import { describe, expect, it } from 'vitest';
import type { RawConnection, TextResponse } from './raw-connection.ts';
import { animal, errorBody, spell, spellPost, withKey } from './spell-request.ts';
import { type RunningApi, startApi } from './start-api.ts';

const removal = Date.parse('2030-12-05T00:00:00Z');

const announcement = {
  deprecation: '@1764892800',
  sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
  link: '</v1/pets>; rel="successor-version"',
};
const unannounced = { deprecation: undefined, sunset: undefined, link: undefined };

const announcementIn = ({ headers }: TextResponse): unknown => ({
  deprecation: headers['deprecation'],
  sunset: headers['sunset'],
  link: headers['link'],
});

const gone = errorBody('gone', 'this operation is removed; use GET /v1/pets', 410);

/** A service with one animal and an adjustable clock. */
const startWithAnimal = async (
  getPetAfterSunset: 'gone' | 'serve' = 'gone',
): Promise<{ api: RunningApi; connection: RawConnection; turnTo: (instant: number) => void }> => {
  let now = removal - 1;
  const api = await startApi({ ports: { clock: { now: () => now as Instant } }, options: { getPetAfterSunset } });
  const connection = await api.open();
  expect((await connection.request(spellPost(animal))).headers['location']).toBe('/v1/pets/1');
  return { api, connection, turnTo: (instant) => (now = instant) };
};

describe('the removal of GET /v1/pets/{petId}', () => {
  it('is announced until its last millisecond', async () => {
    const { connection } = await startWithAnimal();
    const response = await connection.request(spell('GET /v1/pets/1', [withKey]));
    expect([response.status, announcementIn(response)]).toEqual([200, announcement]);
    const missing = await connection.request(spell('GET /v1/pets/2', [withKey]));
    expect([missing.status, announcementIn(missing)]).toEqual([404, announcement]);
  });

  it('takes effect at its instant, for GET and HEAD', async () => {
    const { connection, turnTo } = await startWithAnimal();
    for (const instant of [removal, removal + 1, removal + 1e12]) {
      turnTo(instant);
      const response = await connection.request(spell('GET /v1/pets/1', [withKey]));
      expect([response.status, response.body, announcementIn(response)]).toEqual([410, gone, announcement]);
      const head = await connection.request(spell('HEAD /v1/pets/1', [withKey]));
      expect([head.status, announcementIn(head)]).toEqual([410, announcement]);
      expect(head.headers['content-length']).toBe(String(gone.length));
    }
  });

  it('applies to every id, known, unknown or malformed', async () => {
    const { connection, turnTo } = await startWithAnimal();
    turnTo(removal);
    for (const id of ['1', '2', '007', 'x', '9223372036854775808']) {
      expect((await connection.request(spell(`GET /v1/pets/${id}`, [withKey]))).body).toBe(gone);
    }
  });

  it('shows an unauthenticated client only the announcement', async () => {
    const { connection, turnTo } = await startWithAnimal();
    turnTo(removal);
    const response = await connection.request(spell('GET /v1/pets/1'));
    expect([response.status, announcementIn(response)]).toEqual([401, announcement]);
  });

  it('removes only the Location header', async () => {
    const { connection, turnTo } = await startWithAnimal();
    turnTo(removal);
    const added = await connection.request(spellPost(animal));
    expect([added.status, added.body]).toEqual([201, '{"id":2,"name":"Rex","categoryId":1}']);
    expect(added.headers['location']).toBe(undefined);
    const list = await connection.request(spell('GET /v1/pets', [withKey]));
    expect([list.status, announcementIn(list)]).toEqual([200, unannounced]);
    for (const [request, status] of [
      ['OPTIONS /v1/pets/1', 204],
      ['MKCALENDAR /v1/pets/1', 405],
    ] as const) {
      const response = await connection.request(spell(request, [withKey]));
      expect([response.status, announcementIn(response)]).toEqual([status, unannounced]);
    }
  });

  it('does not happen if the service is configured to keep the operation', async () => {
    const { connection, turnTo } = await startWithAnimal('serve');
    turnTo(removal + 1e12);
    const response = await connection.request(spell('GET /v1/pets/1', [withKey]));
    expect([response.status, response.body]).toEqual([200, '{"id":1,"name":"Rex","categoryId":1}']);
    expect(announcementIn(response)).toEqual(announcement);
    expect((await connection.request(spellPost(animal))).headers['location']).toBe('/v1/pets/2');
  });
});
