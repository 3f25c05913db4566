import type { Attack } from './attack.ts';
import { countResponses, withSockets } from './open-sockets.ts';
import { bearer, request } from './requests.ts';

const list =
  (limit: number, connections: number): Attack =>
  (target) =>
    withSockets(target, async ({ open, untilOver }) => {
      await Promise.all(
        target.apiKeys.flatMap((apiKey) =>
          Array.from({ length: connections }, async () => {
            const socket = await open();
            const one = request(`GET /v1/pets?limit=${limit}`, [bearer(apiKey)]);
            socket.on('data', (chunk) => socket.write(one.repeat(countResponses(chunk))));
            socket.write(one);
          }),
        ),
      );
      await untilOver();
    });

/** Keeps 40 lists of 50 animals in flight with each of two keys. */
export const listWithTwoKeys: Attack = list(50, 40);

/** Keeps 200 lists of 20 animals in flight with one key. */
export const listAtOnce: Attack = (target) => list(20, 200)({ ...target, apiKeys: [target.apiKey] });
