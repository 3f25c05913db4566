import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import { createHttpApi } from '../src/index.ts';
import { createMountedApi } from './create-mounted-api.ts';
import { apiKey, knowsOneKey } from './fake-ports.ts';
import { openConnection, type RawConnection } from './raw-connection.ts';
import { animal, chunk, jsonHeaders, spell, spellPost, withKey } from './spell-request.ts';
import { startApi } from './start-api.ts';

/** Counts the slots and bytes that are held now, at the functions that take and free them. */
const held = vi.hoisted(() => ({ slots: 0, bytes: 0, readers: 0 }));

vi.mock(import('../src/steps/slots.ts'), async (original) => {
  const { createSlots } = await original();
  return {
    createSlots: (limits) => {
      const slots = createSlots(limits);
      return {
        take: (key) => {
          const slot = slots.take(key);
          if (typeof slot === 'string') return slot;
          let own = 0;
          held.slots += 1;
          return {
            ...slot,
            hold: (bytes) => {
              own += bytes;
              held.bytes += bytes;
              slot.hold(bytes);
            },
            free: () => {
              held.slots -= 1;
              held.bytes -= own;
              slot.free();
            },
          };
        },
      };
    },
  };
});

vi.mock(import('../src/operations/reading-gate.ts'), async (original) => {
  const { createReadingGate } = await original();
  return {
    createReadingGate: (limits) => {
      const gate = createReadingGate(limits);
      const enter = async (waiting: Promise<boolean>): Promise<boolean> => {
        const isIn = await waiting;
        if (isIn) held.readers += 1;
        return isIn;
      };
      return {
        enter: (key, pets) => {
          const entered = gate.enter(key, pets);
          if (entered !== true) return enter(entered);
          held.readers += 1;
          return true;
        },
        leave: (key, pets) => {
          held.readers -= 1;
          gate.leave(key, pets);
        },
      };
    },
  };
});

beforeEach(() => void Object.assign(held, { slots: 0, bytes: 0, readers: 0 }));

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
  ['a listener', createHttpApi],
  ['a middleware', createMountedApi],
])('frees everything after a load of broken, lost and pipelined requests, as %s', async (_, create) => {
  const api = await startApi({
    create,
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
      maxPetsBeingRead: 200,
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
  expect(held).toEqual({ slots: 0, bytes: 0, readers: 0 });
  expect(new Set(api.reported.map(({ status }) => status))).toContain(499);
  const connection = await openConnection(api.port);
  for (const [message, status] of served) expect((await connection.request(message)).status).toBe(status);
  connection.reset();
  // All connections are closed, so stopping does not wait.
  await api.stop(60_000);
  expect(api.reported.filter(({ status }) => status === 500)).toEqual([]);
});
