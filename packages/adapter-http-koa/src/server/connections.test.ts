import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectionLimits, timeLimits } from '../limits.ts';
import { createConnections } from './connections.ts';

/**
 * A response that waits for its turn may emit `close` when it is destroyed, as in the current Node.js 24, or not, as in
 * 24.0.
 */
const ways = {
  'that emit close': ServerResponse,
  'that do not emit close': class extends ServerResponse {
    override destroy(): this {
      this.destroyed = true;
      return this;
    }
  },
};

describe('connections', () => {
  it.each(Object.entries(ways))(
    'close the responses that wait for their turn when their connection closes, %s',
    async (_, ResponseClass) => {
      const connections = createConnections({ ...connectionLimits, ...timeLimits });
      const socket = new Socket();
      connections.connect(socket);
      const closed: number[] = [];
      for (const id of [1, 2, 3]) {
        const req = new IncomingMessage(socket);
        const res = new ResponseClass(req).on('close', () => closed.push(id));
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

  it('stop parsing a piece of data when their connection is cut off', async () => {
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
