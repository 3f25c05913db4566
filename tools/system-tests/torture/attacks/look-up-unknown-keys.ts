import { makeApiKey } from '@animal-store/testkit/service/make-api-key';
import type { Attack } from './attack.ts';
import { countResponses, keepOpen, withSockets } from './open-sockets.ts';
import { bearer, request } from './requests.ts';

const connections = 300;
const outstanding = 4;

const requestWithUnknownKey = (): string => request('GET /v1/pets', [bearer(makeApiKey())]);

/** Keeps 1,200 requests in flight, each with a well-formed key that only a lookup in the store can refuse. */
export const lookUpUnknownKeys: Attack = (target) =>
  withSockets(target, async (sockets) => {
    await keepOpen(sockets, connections, (socket) => {
      socket.on('data', (chunk) => {
        socket.write(Array.from({ length: countResponses(chunk) }, requestWithUnknownKey).join(''));
      });
      socket.write(Array.from({ length: outstanding }, requestWithUnknownKey).join(''));
    });
    await sockets.untilOver();
  });
