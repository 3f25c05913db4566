import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type NetworkFault, startTcpProxy, type TcpProxy } from '../src/index.ts';

const received: string[] = [];
const server = createServer((socket) => {
  socket.on('error', () => {});
  socket.on('data', (part) => {
    received.push(String(part));
    socket.write(`ok ${part}`);
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

it.each<readonly [NetworkFault, read: string, commit: string, performed: readonly string[]]>([
  [{ kind: 'none' }, 'ok READ', 'ok COMMIT', ['READ', 'COMMIT']],
  [{ kind: 'refused' }, 'ECONNREFUSED', 'ECONNREFUSED', []],
  [{ kind: 'silent' }, 'silence', 'silence', []],
  [{ kind: 'reset in mid-reply' }, 'ok ', 'ok C', ['READ', 'COMMIT']],
  [{ kind: 'cut before', isRequest }, 'ok READ', 'ECONNRESET', ['READ']],
  [{ kind: 'request lost', isRequest }, 'ok READ', 'silence', ['READ']],
  [{ kind: 'other reply', isRequest, replyTo: (part) => Buffer.from(`no ${part}`) }, 'ok READ', 'no COMMIT', ['READ']],
  [{ kind: 'reply lost', isRequest, times: 1 }, 'ok READ', 'ECONNRESET', ['READ', 'COMMIT']],
])('that has become %o', async (fault, read, commit, performed) => {
  await proxy.become(fault);
  received.length = 0;
  const replies = [await replyTo('READ', read), await replyTo('COMMIT', commit)];
  expect([...replies, received]).toEqual([read, commit, performed]);
  if ('isRequest' in fault) await proxy.met();
  await proxy.become({ kind: 'none' });
  expect(await replyTo('COMMIT')).toBe('ok COMMIT');
});

it('loses the given number of replies', async () => {
  await proxy.become({ kind: 'reply lost', isRequest, times: 2 });
  const replies = [await replyTo('COMMIT'), await replyTo('COMMIT'), await replyTo('COMMIT')];
  expect(replies).toEqual(['ECONNRESET', 'ECONNRESET', 'ok COMMIT']);
});
