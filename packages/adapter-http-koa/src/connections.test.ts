import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createConnections } from './connections.ts';
import { connectionLimits, timeLimits } from './limits.ts';

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

describe('connections', () => {
  it.each(Object.entries(ways))(
    'end, with their connection, answers that wait for their turn, %s',
    async (_, Answer) => {
      const connections = createConnections({ ...connectionLimits, ...timeLimits });
      const socket = new Socket();
      connections.connect(socket);
      const closed: number[] = [];
      for (const id of [1, 2, 3]) {
        const req = new IncomingMessage(socket);
        const res = new Answer(req).on('close', () => closed.push(id));
        connections.add({ req, res });
      }
      expect(connections.count()).toBe(3);
      socket.destroy();
      await once(socket, 'close');
      await setImmediate();
      expect(closed).toEqual([1, 2, 3]);
      expect([connections.count(), connections.openOn(socket)]).toEqual([0, []]);
    },
  );
});
