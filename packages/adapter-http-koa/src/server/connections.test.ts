import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectionLimits, timeLimits } from '../limits.ts';
import { createConnections } from './connections.ts';

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
    async (_, TextResponse) => {
      const connections = createConnections({ ...connectionLimits, ...timeLimits });
      const socket = new Socket();
      connections.connect(socket);
      const closed: number[] = [];
      for (const id of [1, 2, 3]) {
        const req = new IncomingMessage(socket);
        const res = new TextResponse(req).on('close', () => closed.push(id));
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

  it('parse no more of a piece once their connection is cut off', async () => {
    const connections = createConnections({ ...connectionLimits, ...timeLimits, maxUnanswered: 2 });
    const added: boolean[] = [];
    const server = createServer((req, res) => added.push(connections.add({ req, res })));
    server.on('connection', connections.connect).listen(0);
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const client = connect((server.address() as AddressInfo).port).on('error', () => undefined);
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(100));
    await once(client, 'close');
    expect(added).toEqual([true, true, false]);
  });
});
