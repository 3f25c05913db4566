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

it.each([
  [[], 'EAFNOSUPPORT'],
  [['::'], 'EAFNOSUPPORT'],
  [['::'], 'EADDRNOTAVAIL'],
])('names at :: an address that this machine reaches, though %j fails with %s', async (hosts, code) => {
  expect(await listen(failing(hosts, code), '::', 80, 'HOST')()).toEqual(E.right('http://127.0.0.1:80'));
});

it.each([
  ['::', 'EADDRINUSE', '::80 is taken'],
  ['::1', 'EAFNOSUPPORT', '::1:80 is not an address that can be listened on'],
  ['::1', 'EACCES', '::1:80 needs privileges that this process does not have'],
  ['::1', 'EMFILE', '::1:80 cannot be listened on (EMFILE)'],
])('refuses %s that fails with %s', async (host, code, problem) => {
  const message = `${host === '::' ? problem.replace('::', ':::') : problem}; choose another HOST`;
  expect(await listen(failing([host], code), host, 80, 'HOST')()).toEqual(E.left({ _tag: 'AddressUnusable', message }));
});
