import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { beforeEach, expect, it, vi } from 'vitest';
import type { KeySlot, Slot } from '../src/admission/slots.ts';
import { createHttpApi, type Permit } from '../src/index.ts';
import { createMountedApi } from './create-mounted-api.ts';
import { apiKey, knowsOneKey } from './fake-ports.ts';
import { openConnection, type RawConnection } from './raw-connection.ts';
import { animal, chunk, jsonHeaders, spell, spellPost, withKey } from './spell-request.ts';
import { startApi } from './start-api.ts';

/** Counts the slots and bytes that are held now, at the functions that take and free them. */
const held = vi.hoisted(() => ({ slots: 0, bytes: 0, readers: 0 }));

vi.mock(import('../src/admission/slots.ts'), async (original) => {
  const { createSlots } = await original();
  const countKeySlot = (slot: KeySlot): KeySlot => {
    let own = 0;
    return {
      ...slot,
      hold: (bytes) => {
        own += bytes;
        held.bytes += bytes;
        slot.hold(bytes);
      },
      free: () => {
        held.bytes -= own;
        own = 0;
        slot.free();
      },
    };
  };
  const count = (slot: Slot): Slot => {
    let isFree = false;
    held.slots += 1;
    const free = (): void => {
      if (!isFree) held.slots -= 1;
      isFree = true;
    };
    return {
      assign: (key) => {
        const assigned = slot.assign(key);
        if (typeof assigned === 'string') return assigned;
        const counted = countKeySlot(assigned);
        return { ...counted, free: () => [free(), counted.free()] };
      },
      free: () => [free(), slot.free()],
    };
  };
  return {
    createSlots: (limits) => {
      const slots = createSlots(limits);
      return {
        ...slots,
        take: (key) => {
          const slot = slots.take(key);
          return typeof slot === 'string' ? slot : count(slot);
        },
      };
    },
  };
});

vi.mock(import('../src/admission/gate.ts'), async (original) => {
  const { createGate } = await original();
  const count = (permit: Permit): Permit => {
    let isIn = true;
    held.readers += 1;
    const leave = (): void => {
      if (isIn) held.readers -= 1;
      isIn = false;
      permit.leave();
    };
    const settle = (weight: number): boolean => {
      const fits = permit.settle(weight);
      if (!fits) leave();
      return fits;
    };
    return { leave, settle };
  };
  return {
    createGate: (limits) => {
      const { enter, weight } = createGate<unknown>(limits);
      return {
        weight,
        enter: (key, weight) => {
          const entered = enter(key, weight);
          if (!(entered instanceof Promise)) return count(entered);
          return entered.then((permit) => (typeof permit === 'string' ? permit : count(permit)));
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
  await vi.waitFor(() => expect(held).toEqual({ slots: 0, bytes: 0, readers: 0 }), 5_000);
  expect(new Set(api.reported.map(({ status }) => status))).toContain(499);
  const connection = await openConnection(api.port);
  for (const [message, status] of served) expect((await connection.request(message)).status).toBe(status);
  connection.reset();
  // All connections are closed, so stopping does not wait.
  await api.stop(60_000);
  expect(api.reported.filter(({ status }) => status === 500)).toEqual([]);
});
