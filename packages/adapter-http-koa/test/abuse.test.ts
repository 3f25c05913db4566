import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import Koa from 'koa';
import { expect, it, vi } from 'vitest';
import { createKoaMiddleware } from '../src/drivers/koa-middleware.ts';
import { createHttpPipeline } from '../src/http-api.ts';
import { createHttpApi } from '../src/index.ts';
import { apiKey, knowsOneKey } from './fake-ports.ts';
import { openConnection, type RawConnection } from './raw-connection.ts';
import { animal, chunk, jsonHeaders, spell, spellPost, withKey } from './spell-request.ts';
import { type ApiSetting, startApi } from './start-api.ts';

/** A middleware that tells what its requests hold. */
const createMountedApi: NonNullable<ApiSetting['create']> = (ports, options) => {
  const pipeline = createHttpPipeline(ports, options);
  const app = Object.assign(new Koa(), { silent: true }).use(createKoaMiddleware(pipeline, ports.report));
  return Object.assign(app.callback(), { usage: pipeline.usage });
};

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
  ['a listener', createHttpApi, false],
  ['a listener on a server of node:http', createHttpApi, true],
  ['a middleware', createMountedApi, false],
  ['a middleware on a server of node:http', createMountedApi, true],
])('frees everything after a load of broken, lost and pipelined requests, as %s', async (_, create, isPlain) => {
  const api = await startApi({
    create,
    isPlain,
    // Cached keys, keys that are looked up, and keys whose lookup takes some time.
    ports: {
      recognize: (sent) => (sent.length % 2 === 0 ? undefined : { apiKey, isCurrent: false }),
      authenticate: (sent) => async () => {
        await wait(1);
        return knowsOneKey(sent)();
      },
    },
    limits: {
      maxRequestsInFlight: 8,
      maxUnauthenticatedInFlight: 8,
      maxBytesBeingRead: 200_000,
      maxListWait: 20,
      // No connection waits to be read, so none brings requests when all others are done.
      strangers: 'trusted',
    },
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
  await api.worked();
  // A server of Node.js does not tell when its last request has ended.
  const nothing = { requests: 0, unauthenticatedRequests: 0, bytes: 0, bytesBeingRead: 0 };
  await vi.waitFor(() => expect(api.usage()).toEqual(nothing), 5_000);
  expect(new Set(api.reported.map(({ status }) => status))).toContain(499);
  const connection = await openConnection(api.port);
  for (const [message, status] of served) expect((await connection.request(message)).status).toBe(status);
  connection.reset();
  // All connections are closed, so stopping does not wait.
  await api.stop(60_000);
  expect(api.reported.filter(({ status }) => status === 500)).toEqual([]);
});
