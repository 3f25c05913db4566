import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createMemoryPetRepository } from '@animal-store/adapter-memory';
import { createAnimalStore, decodeNewPet } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { spell, withKey } from './spell-request.ts';
import { type RunningApi, startApi, startConnected, startHeld } from './start-api.ts';

const list = spell('GET /v1/pets', [withKey]);
const largePage = spell('GET /v1/pets?limit=100', [withKey]);
const livez = spell('GET /livez');

/**
 * Sends a request on another connection and waits for its response. Then the server has read everything that was sent
 * before.
 */
const roundTrip = async (api: RunningApi): Promise<void> => {
  const connection = await api.open();
  expect((await connection.request(livez)).status).toBe(200);
  connection.end();
};

const sendUnread = (api: RunningApi, request: string): Socket => {
  const socket = connect({ port: api.port, host: '127.0.0.1' }).pause();
  onTestFinished(() => void socket.destroy());
  socket.write(request);
  return socket;
};

const page = 'x'.repeat(60_000);

const largeStore = async (count: number) => {
  const pets = createMemoryPetRepository();
  for (let index = 0; index < count; index++) {
    const newPet = decodeNewPet({ name: page, categoryId: 1 });
    if (E.isLeft(newPet)) throw new Error('not an animal');
    await pets.add(newPet.right)();
  }
  return createAnimalStore({ pets });
};

describe('one connection', () => {
  it('is cut off if more requests than the limit arrive in one piece of data, not before', async () => {
    const { gate, api, connection: full } = await startHeld({ maxUnanswered: 20 });
    const overfull = await api.open();
    await full.send(list.repeat(20));
    await overfull.send(list.repeat(21));
    expect(await overfull.rest()).toBe('');
    expect((await api.reports(20)).map(({ status }) => status)).toEqual(Array(20).fill(499));
    gate.open();
    expect((await full.readResponses(20)).map(({ status }) => status)).toEqual(Array(20).fill(200));
  });

  it('is cut off if its client does not read a response in time', async () => {
    const store = await largeStore(100);
    const api = await startApi({ ports: { store }, limits: { responseTimeout: 50, connectionsCheckingInterval: 10 } });
    sendUnread(api, largePage);
    const [cut] = await api.reports(1);
    expect([cut?.status, cut?.aborted]).toEqual([200, true]);
    expect(cut?.duration).toBeGreaterThan(50);
    expect(cut?.duration).toBeLessThan(1_000);
  });
});

describe('responses without a key', () => {
  const script = spell('GET /docs/swagger-ui-bundle.js', ['Accept-Encoding: gzip']);

  it('of large files wait in order, and are sent to all clients that read them', async () => {
    const api = await startApi({ limits: { maxUnreadStaticBytes: 1_000_000 } });
    const browse = async () => {
      const connection = await api.open();
      const { status, headers, body } = await connection.request(script);
      const isComplete = headers['content-length'] === `${body.length}`;
      expect(await connection.rest()).toBe('');
      connection.end();
      return [status, headers['connection'], isComplete];
    };
    expect(await Promise.all(Array.from({ length: 60 }, browse))).toEqual(
      Array.from({ length: 60 }, () => [200, 'close', true]),
    );
  });

  it('of large files do not wait for a client that does not read: its connection is reset after the time limit', async () => {
    const api = await startApi({ limits: { maxUnreadStaticBytes: 1, responseTimeout: 300 } });
    const unread = sendUnread(api, script);
    while (!api.reported.some(({ route }) => route !== '/livez')) await roundTrip(api);
    const waiting = await api.open();
    await waiting.send(script);
    await roundTrip(api);
    expect(api.activeRequests()).toBe(1);
    expect((await waiting.readResponse()).status).toBe(200);
    const [error] = await once(unread.resume(), 'error');
    expect(error.code).toBe('ECONNRESET');
  });

  it('of a large file are the last on their connection', async () => {
    const { connection } = await startConnected();
    for (const [request, ending] of [
      [livez, 'keep-alive'],
      [spell('HEAD /docs/swagger-ui.css'), 'keep-alive'],
      [spell('GET /docs/swagger-ui.css') + livez, 'close'],
    ] as const) {
      expect((await connection.request(request)).headers['connection']).toBe(ending);
    }
    expect(await connection.rest()).toBe('');
  });

  it('end their connection when it has got too many bytes, unless a valid key has come', async () => {
    const api = await startApi({ limits: { maxBytesWithoutKey: 500 } });
    const refused = spell('GET /v1/pets', ['Authorization: Bearer none']);
    const connectionsOf = async (...requests: readonly string[]) => {
      const connection = await api.open();
      const seen: (string | undefined)[] = [];
      while (seen.length < 4 && !seen.includes('close')) {
        const request = requests[seen.length] ?? requests[0] ?? '';
        seen.push((await connection.request(request)).headers['connection']);
      }
      return seen;
    };
    expect(await connectionsOf(refused)).toEqual(['keep-alive', 'keep-alive', 'close']);
    expect(await connectionsOf(refused, list)).toEqual(Array(4).fill('keep-alive'));
  });
});
