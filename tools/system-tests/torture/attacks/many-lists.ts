import type { Attack } from './attack.ts';
import { keepInFlight, withSockets } from './open-sockets.ts';
import { bearer, request } from './requests.ts';

/** Keeps up to 40 lists of 50 animals in flight with each of two keys. */
export const listWithTwoKeys: Attack = (target) =>
  withSockets(target, async ({ open, wait, untilOver }) => {
    await Promise.all(
      target.apiKeys.flatMap((apiKey) =>
        Array.from({ length: 40 }, async () => {
          const list = request('GET /v1/pets?limit=50', [bearer(apiKey)]);
          // A short pause, because the attack is on the capacity of lists, not on the CPU.
          keepInFlight(
            await open(),
            1,
            () => list,
            () => wait(20),
          );
        }),
      ),
    );
    await untilOver();
  });

/** Sends 200 lists of 20 animals at once with one key, every two seconds. */
export const listAtOnce: Attack = (target) =>
  withSockets(target, async ({ open, wait, isOver }) => {
    const sockets = await Promise.all(Array.from({ length: 200 }, open));
    while (!isOver()) {
      for (const socket of sockets) socket.write(request('GET /v1/pets', [bearer(target.apiKey)]));
      await wait(2_000);
    }
  });
