import { createServer } from 'node:net';
import type { HttpServer } from '@animal-store/adapter-http-koa';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { listen } from './listen.ts';

/** A server that fails to listen on some hosts, for a reason. */
const failing = (hosts: readonly string[], code: string): HttpServer => {
  const listens = async (port: number, address: string) => {
    if (hosts.includes(address)) throw Object.assign(new Error(), { code, syscall: 'listen' });
    return { address, port, family: 'IPv4' };
  };
  return { listen: listens } as unknown as HttpServer;
};

it.each(['EAFNOSUPPORT', 'EADDRNOTAVAIL'])('listens on every IPv4 address if :: fails with %s', async (code) => {
  expect(await listen(failing(['::'], code), '::', 80, 'HOST')()).toEqual(E.right('http://127.0.0.1:80'));
});

it.each([
  ['::', 'EADDRINUSE', '::80 is taken by another process'],
  ['::1', 'EAFNOSUPPORT', '::1:80 is not an address that can be listened on'],
  ['::1', 'EMFILE', '::1:80 cannot be listened on (EMFILE)'],
])('refuses %s that fails with %s', async (host, code, problem) => {
  const message = `${host === '::' ? problem.replace('::', ':::') : problem}; choose another HOST`;
  expect(await listen(failing([host], code), host, 80, 'HOST')()).toEqual(E.left({ _tag: 'AddressUnusable', message }));
});

it('is reached by IPv4 and IPv6 at ::', async () => {
  const server = createServer((socket) => socket.end()).unref();
  const real = {
    listen: (port: number, host: string) =>
      new Promise((resolve, reject) =>
        server.once('error', reject).listen(port, host, () => resolve(server.address())),
      ),
  } as unknown as HttpServer;
  const url = E.toUnion(await listen(real, '::', 0, 'HOST')());
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  server.close();
});
