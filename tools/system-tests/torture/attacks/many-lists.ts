import type { Attack } from './attack.ts';
import { withSockets } from './open-sockets.ts';
import { bearer, request } from './requests.ts';

/** Sends lists at once, on a connection each, and again after a pause. */
const listAtOnce =
  (keys: number, listsPerKey: number, limit: number, pause: number): Attack =>
  (target) =>
    withSockets(target, async ({ open, wait, isOver }) => {
      const connections = target.apiKeys.slice(0, keys).flatMap((apiKey) => {
        const list = request(`GET /v1/pets?limit=${limit}`, [bearer(apiKey)]);
        return Array.from({ length: listsPerKey }, async () => ({ socket: await open(), list }));
      });
      const sockets = await Promise.all(connections);
      while (!isOver()) {
        for (const { socket, list } of sockets) socket.write(list);
        await wait(pause);
      }
    });

/** Sends 20 lists of 50 animals at once with each of two keys, twice a second. */
export const listWithTwoKeys: Attack = listAtOnce(2, 20, 50, 500);

/** Sends 200 lists of 20 animals at once with one key, every 15 seconds, because each time takes 0.1 s of the CPU. */
export const listWithOneKey: Attack = listAtOnce(1, 200, 20, 15_000);
