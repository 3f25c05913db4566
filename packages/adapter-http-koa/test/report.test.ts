import { Server } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createHttpApi, createHttpServer } from '../src/index.ts';
import { fakePorts } from './fake-ports.ts';
import { openConnection } from './raw-connection.ts';
import { spell, withKey } from './spell-request.ts';
import { startConnected, startHeld } from './start-api.ts';

describe('the report of a request', () => {
  it('is sent for each request of a connection, in the order of the responses', async () => {
    const { api, connection } = await startConnected();
    const ids = ['a', 'b', 'c'];
    await connection.send(ids.map((id) => spell('GET /v1/pets', [withKey, `X-Request-Id: ${id}`])).join(''));
    const responses = await connection.readResponses(3);
    expect(responses.map(({ headers }) => headers['x-request-id'])).toEqual(ids);
    expect((await api.reports(3)).map(({ requestId }) => requestId)).toEqual(ids);
  });

  it('is still to come while the request is active', async () => {
    const { gate, api, connection } = await startHeld();
    expect(api.activeRequests()).toBe(0);
    await connection.send(spell('GET /v1/pets', [withKey]).repeat(2));
    await gate.held(2);
    expect(api.activeRequests()).toBe(2);
    gate.open();
    await api.reports(2);
    expect(api.activeRequests()).toBe(0);
  });

  it('may fail without harm to a request', async () => {
    const warnings: string[] = [];
    const keep = ({ message }: Error): number => warnings.push(message);
    process.on('warning', keep);
    onTestFinished(() => void process.off('warning', keep));
    const fail = (): never => {
      throw new Error('the disk is full');
    };
    const options = { base: '/v1', getPetAfterSunset: 'gone' } as const;
    const server = createHttpServer(createHttpApi(fakePorts(fail, {}), options), {
      onError: fail,
      onRefusedMessage: fail,
    });
    onTestFinished(() => server.stop(0));
    const listen = vi.spyOn(Server.prototype, 'listen');
    const { port } = await server.listen(0, '127.0.0.1');
    const nodeServer = listen.mock.contexts[0] as Server;
    listen.mockRestore();
    nodeServer.emit('error', new Error('too many open files'));
    for (const [request, status] of [
      ['garbage\r\n\r\n', 400],
      [spell('GET /livez'), 200],
      [spell('GET /livez'), 200],
    ] as const) {
      const connection = await openConnection(port);
      expect((await connection.request(request)).status).toBe(status);
    }
    await server.stop(0);
    expect(warnings).toEqual(['onError', 'onRefusedMessage', 'report'].map((name) => `${name} must not throw`));
  });
});
