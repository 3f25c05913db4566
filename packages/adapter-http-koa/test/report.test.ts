import { Server } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createHttpApi, createHttpServer } from '../src/index.ts';
import { fakePorts } from './fake-ports.ts';
import { openConnection } from './raw-connection.ts';
import { spell } from './spell-request.ts';

it('a report may fail without harm to a request', async () => {
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
