import { once } from 'node:events';
import type { Sockets } from './open-sockets.ts';
import { hugeAnimal, packedPost } from './requests.ts';

/** Adds animals whose names have 64 KiB, one after another on one connection, until one is refused. */
export const addHugeAnimals = async ({ open, isOver }: Sockets, apiKey: string, count: number): Promise<void> => {
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
