import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import Koa from 'koa';
import mount from 'koa-mount';
import { expect, it, vi } from 'vitest';
import { knowsOneKey } from './fake-ports.ts';
import { openConnection, type RawConnection } from './raw-connection.ts';
import { animal, chunk, jsonHeaders, spell, spellPost, withKey } from './spell-request.ts';
import { startApi } from './start-api.ts';

const list = spell('GET /v1/pets?limit=100', [withKey]);
const chunked = jsonHeaders('Transfer-Encoding: chunked');

const messages = [
  list,
  spell('GET /v1/pets'),
  spell('GET /v1/pets/1', ['Authorization: Bearer other']),
  spell('DELETE /v1/pets', [withKey]),
  spellPost(animal),
  spellPost(animal).slice(0, -5),
  spellPost(animal, 'Expect: 100-continue'),
  spell('POST /v1/pets', jsonHeaders('Content-Length: 100', 'Expect: 100-continue')),
  spell('POST /v1/pets', chunked, chunk(animal) + chunk('')),
  spell('POST /v1/pets', chunked, chunk(animal)),
  spell('POST /v1/pets', chunked, 'not a chunk\r\n'),
  spell('POST /v1/pets', jsonHeaders('Content-Encoding: gzip', 'Content-Length: 4'), 'none'),
  spell('POST /v1/pets', jsonHeaders('Content-Length: 99999999')),
  'not HTTP\r\n\r\n',
];

/** What the API still does after the load. */
const served = [
  [list, 200],
  [spellPost(animal), 201],
  [spell('GET /v1/pets'), 401],
] as const;

const firstResponse = ({ readResponse }: RawConnection): Promise<unknown> =>
  // Some requests never get a response, because they are sent only in part.
  Promise.race([readResponse().catch(() => undefined), wait(1_000)]);

const endings: Readonly<Record<string, (connection: RawConnection) => Promise<unknown>>> = {
  reset: async ({ reset }) => reset(),
  end: (connection) => {
    connection.end();
    return firstResponse(connection);
  },
  stay: firstResponse,
};

const client = fc.record({
  sent: fc.array(fc.constantFrom(...messages), { minLength: 1, maxLength: 6 }),
  pause: fc.constantFrom(0, 0, 1, 5),
  ending: fc.constantFrom(...Object.keys(endings)),
});

it.each([
  ['alone', (api: Koa) => api],
  ['mounted', (api: Koa) => Object.assign(new Koa(), { silent: true }).use(mount(api))],
] as const)('serves on after a load of broken, lost and pipelined requests, %s', async (_, around) => {
  const api = await startApi({
    around,
    ports: {
      authenticate: (sent) => async () => {
        await wait(1);
        return knowsOneKey(sent)();
      },
    },
    options: { maxRequestsInFlight: 8 },
  });
  const clients = fc.sample(client, { numRuns: 150, seed: 1 });
  await Promise.all(
    clients.map(async ({ sent, pause, ending }, index) => {
      await wait(index);
      const connection = await openConnection(api.port);
      void connection.send(sent.join(''));
      await wait(pause);
      await endings[ending]?.(connection);
      connection.reset();
    }),
  );
  await vi.waitFor(() => expect(api.activeRequests()).toBe(0), 5_000);
  expect(new Set(api.reported.map(({ status }) => status))).toContain(499);
  const connection = await openConnection(api.port);
  // Each needs its place, so none was lost.
  for (const [message, status] of served) expect((await connection.request(message)).status).toBe(status);
  connection.reset();
  // All connections are closed, so stopping does not wait.
  await api.stop(60_000);
  expect(api.reported.filter(({ status }) => status === 500)).toEqual([]);
});
