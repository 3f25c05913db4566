import type { HttpServer } from '@animal-store/adapter-http-koa';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { type Configuration, decodeConfiguration } from '../configuration/configuration.ts';
import { listen, listenOnBoth } from './listen.ts';

/** A server that fails to listen on some hosts or ports, for a reason. */
const failing = (taken: readonly unknown[], code: string): Pick<HttpServer, 'listen'> => ({
  listen: async (port = 0, address = '') => {
    if (taken.includes(address) || taken.includes(port)) throw Object.assign(new Error(), { code, syscall: 'listen' });
    return { address, port, family: 'IPv4' };
  },
});

it.each([
  [[], 'EAFNOSUPPORT'],
  [['::'], 'EAFNOSUPPORT'],
  [['::'], 'EADDRNOTAVAIL'],
])('names at :: an address that this machine reaches, though %j fails with %s', async (hosts, code) => {
  expect(await listen(failing(hosts, code), '::', 80, 'HOST')()).toEqual(E.right('http://127.0.0.1:80'));
});

it.each([
  ['::', 'EADDRINUSE', ':::80 is taken'],
  ['::1', 'EACCES', '::1:80 needs privileges that this process does not have'],
  ['192.0.2.1', 'EADDRNOTAVAIL', '192.0.2.1:80 is not an address of this machine'],
  ['a.invalid', 'ENOTFOUND', 'a.invalid:80 is not a host name that this machine knows'],
  ['::1', 'EMFILE', '::1:80 cannot be listened on (EMFILE)'],
])('refuses %s that fails with %s', async (host, code, problem) => {
  const message = `${problem}; choose another HOST`;
  expect(await listen(failing([host], code), host, 80, 'HOST')()).toEqual(E.left({ _tag: 'AddressUnusable', message }));
});

it.each([
  [{}, [], { url: 'http://127.0.0.1:8080', metricsUrl: 'http://127.0.0.1:9090/metrics' }],
  [
    {},
    [9090],
    {
      url: 'http://127.0.0.1:8080',
      warning: 'no metrics: 127.0.0.1:9090 is taken; choose another ADMIN_HOST or ADMIN_PORT',
    },
  ],
  [{ ADMIN_PORT: '0' }, [9090], { url: 'http://127.0.0.1:8080' }],
])('listens by %j, if %j are taken, on %j', async (environment, taken: readonly number[], addresses) => {
  const configuration = E.toUnion(decodeConfiguration(environment)) as Configuration;
  const server = failing(taken, 'EADDRINUSE');
  expect(await listenOnBoth({ server, admin: server }, configuration)()).toEqual(E.right(addresses));
});
