import { makeApiKey } from '@animal-store/testkit/service/make-api-key';
import type { Attack } from './attack.ts';
import { keepInFlight, keepOpen, sendAgain, withSockets } from './open-sockets.ts';
import { bearer, request } from './requests.ts';

const list = (apiKey: string): string => request('GET /v1/pets', [bearer(apiKey)]);
const withUnknownKey = (): string => list(makeApiKey());

/** Keeps 1,200 requests in flight, each with a well-formed key that only a lookup in the store can refuse. */
export const lookUpUnknownKeys: Attack = (target) =>
  withSockets(target, async (sockets) => {
    await keepOpen(sockets, 300, (socket) => keepInFlight(socket, 4, withUnknownKey));
    await sockets.untilOver();
  });

/** Sends one valid request on each of 40 connections, and then 25 with unknown keys at a time. */
export const floodKnown: Attack = (target) =>
  withSockets(target, async (sockets) => {
    await keepOpen(sockets, 40, (socket) => {
      const flood = Array.from({ length: 25 }, withUnknownKey).join('');
      socket.once('data', () => sendAgain(socket, 25, () => flood));
      socket.write(list(target.apiKey));
    });
    await sockets.untilOver();
  });

/** A proxy whose only connection carries a client with a valid key among others without: one request in three. */
export const shareProxy: Attack = (target) =>
  withSockets(target, async ({ open, untilOver }) => {
    sendAgain(await open(), 3, () => withUnknownKey() + list(target.apiKey) + request('GET /livez'));
    await untilOver();
  });
