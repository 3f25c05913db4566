import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createExchanges } from './exchanges.ts';

/** Two ways of `ServerResponse` to be destroyed while it waits for its turn: that of this Node.js, and that of 24.0. */
const ways = {
  'that say so': ServerResponse,
  'that do not': class extends ServerResponse {
    override destroy(): this {
      this.destroyed = true;
      return this;
    }
  },
};

describe('exchanges', () => {
  it.each(Object.entries(ways))(
    'end, with their connection, answers that wait for their turn, %s',
    async (_, Answer) => {
      const exchanges = createExchanges();
      const socket = new Socket();
      exchanges.connect(socket);
      const closed: number[] = [];
      for (const id of [1, 2, 3]) {
        const req = new IncomingMessage(socket);
        const res = new Answer(req).on('close', () => closed.push(id));
        exchanges.add({ req, res });
      }
      expect(exchanges.count()).toBe(3);
      socket.destroy();
      await once(socket, 'close');
      await setImmediate();
      expect(closed).toEqual([1, 2, 3]);
      expect([exchanges.count(), exchanges.openOn(socket)]).toEqual([0, []]);
    },
  );
});
