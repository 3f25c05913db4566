import { makeApiKey } from '@animal-store/testkit/service/make-api-key';
import type { Attack } from './attack.ts';
import { countResponses, keepOpen, withSockets } from './open-sockets.ts';
import { bearer, request } from './requests.ts';

const unknownKey = (): string => request('GET /v1/pets', [bearer(makeApiKey())]);

/** Sends one valid request on each of 40 connections, and then 25 with unknown keys at a time. */
export const floodKnown: Attack = (target) =>
  withSockets(target, async (sockets) => {
    await keepOpen(sockets, 40, (socket) => {
      const flood = Array.from({ length: 25 }, unknownKey).join('');
      let missing = 1;
      socket.on('data', (chunk) => {
        missing -= countResponses(chunk);
        if (missing > 0) return;
        missing = 25;
        socket.write(flood);
      });
      socket.write(request('GET /v1/pets', [bearer(target.apiKey)]));
    });
    await sockets.untilOver();
  });

/** A proxy whose only connection carries a client with a valid key among others without: one request in three. */
export const shareProxy: Attack = (target) =>
  withSockets(target, async ({ open, untilOver }) => {
    const socket = await open();
    const valid = request('GET /v1/pets', [bearer(target.apiKey)]);
    let missing = 0;
    const send = (): void => {
      missing += 3;
      socket.write(unknownKey() + valid + request('GET /livez'));
    };
    socket.on('data', (chunk) => {
      missing -= countResponses(chunk);
      if (missing === 0) send();
    });
    send();
    await untilOver();
  });
