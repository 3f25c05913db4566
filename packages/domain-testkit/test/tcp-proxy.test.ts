import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type NetworkFault, startTcpProxy, type TcpProxy } from '../src/index.ts';

const received: string[] = [];
const server = createServer((socket) => {
  socket.on('error', () => {});
  socket.on('data', (part) => {
    received.push(String(part));
    if (!part.includes('…')) socket.write(`ok ${part}`);
  });
});
let proxy: TcpProxy;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy = await startTcpProxy('127.0.0.1', (server.address() as AddressInfo).port);
});
afterAll(async () => {
  await proxy.close();
  server.close();
});

/** The reply to a request, or how its connection ended. Only a silence that is expected is waited for. */
const replyTo = async (request: string, expected = ''): Promise<string> => {
  const socket = createConnection(proxy.port, proxy.host);
  socket.write(request);
  const replied = once(socket, 'data').then(
    ([part]) => String(part),
    ({ code }) => String(code),
  );
  const silence = new Promise<string>((resolve) => setTimeout(resolve, 100, 'silence'));
  const outcome = await (expected === 'silence' ? Promise.race([replied, silence]) : replied);
  socket.destroy();
  return outcome;
};

const isRequest = (part: Buffer): boolean => part.includes('COMMIT');

it.each<readonly [NetworkFault, read: string, commit: string, again: string, performed: readonly string[]]>([
  [{ kind: 'none' }, 'ok READ', 'ok COMMIT', 'ok COMMIT', ['READ', 'COMMIT', 'COMMIT']],
  [{ kind: 'refused' }, 'ECONNREFUSED', 'ECONNREFUSED', 'ECONNREFUSED', []],
  [{ kind: 'silent' }, 'silence', 'silence', 'silence', []],
  [{ kind: 'reset in mid-reply' }, 'ok ', 'ok C', 'ok C', ['READ', 'COMMIT', 'COMMIT']],
  [{ kind: 'cut before', isRequest }, 'ok READ', 'ECONNRESET', 'ECONNRESET', ['READ']],
  [{ kind: 'request lost', isRequest }, 'ok READ', 'silence', 'silence', ['READ']],
  [{ kind: 'other reply', isRequest, replyTo: (part) => part }, 'ok READ', 'COMMIT', 'COMMIT', ['READ']],
  [{ kind: 'reply lost', isRequest, times: 1 }, 'ok READ', 'ECONNRESET', 'ok COMMIT', ['READ', 'COMMIT', 'COMMIT']],
])('that has become %o', async (fault, read, commit, again, performed) => {
  await proxy.become(fault);
  received.length = 0;
  const replies = [await replyTo('READ', read), await replyTo('COMMIT', commit), await replyTo('COMMIT', again)];
  expect([...replies, received]).toEqual([read, commit, again, performed]);
  if ('isRequest' in fault) await proxy.met();
  await proxy.become({ kind: 'none' });
  expect(await replyTo('COMMIT')).toBe('ok COMMIT');
});

it('loses the reply to a request that comes in two parts', async () => {
  await proxy.become({ kind: 'reply lost', isRequest, times: 1 });
  received.length = 0;
  const socket = createConnection(proxy.port, proxy.host);
  const ended = once(socket, 'data').catch(({ code }) => code);
  socket.write('COMMIT …');
  await vi.waitFor(() => expect(received).toEqual(['COMMIT …']));
  socket.write('body');
  expect(await ended).toBe('ECONNRESET');
  await proxy.met();
});

it('forwards the reply to a request that an earlier fault was for', async () => {
  await proxy.become({ kind: 'reply lost', isRequest, times: 1 });
  received.length = 0;
  const socket = createConnection(proxy.port, proxy.host);
  socket.write('COMMIT …');
  await vi.waitFor(() => expect(received).toEqual(['COMMIT …']));
  await proxy.become({ kind: 'reply lost', isRequest: (part) => part.includes('ROLLBACK'), times: 1 });
  socket.write('READ');
  expect(String(await once(socket, 'data'))).toBe('ok READ');
  socket.destroy();
});
