import { maxNewPetNameLength, maxPageLimit } from '@animal-store/domain';
import { describe, expect, it } from 'vitest';
import { longestResponse, lookup, numberIn, operations, textOf } from './time-limits.ts';

const proxies = ['nginx.conf', 'haproxy.cfg'].map((name) => `deploy/proxy/${name}`);

describe('The longest time of a response', () => {
  it.each(['docs/deploy.md', 'docs/clients.md', ...proxies])('is in %s what it is in the code', (path) => {
    const said = [...textOf(path).matchAll(/(?:at most|\| more than) (\d\.\d) s\b/g)].map(([, seconds]) => seconds);
    expect(new Set(said)).toEqual(new Set([`${longestResponse / 1_000}`]));
  });

  it('is shorter than the wait of a proxy, which is shorter than that of a client', () => {
    const settings = [/proxy_read_timeout (\d+)s/, /timeout server (\d+)s/];
    const waits = settings.map((setting, index) => numberIn(proxies[index] ?? '', setting));
    const advised = numberIn('docs/deploy.md', /^\| wait for a response .* for example (\d+) s/m);
    expect(waits).toEqual([advised, advised]);
    const ofClients = numberIn('packages/client/src/send-with-retries.ts', /attemptTimeout = ([\d_]+)/);
    expect(numberIn('docs/clients.md', /Give each attempt at most (\d+) seconds/) * 1_000).toBe(ofClients);
    expect([longestResponse, advised * 1_000, ofClients].toSorted((one, other) => one - other)).toEqual([
      longestResponse,
      advised * 1_000,
      ofClients,
    ]);
  });
});

it('the fixed limits of the guide are those of the code', () => {
  const server = (pattern: RegExp): number =>
    numberIn('packages/adapter-http-koa/src/server/create-http-server.ts', pattern);
  const seconds = (ms: number): string => `${ms / 1_000} s`;
  const [, table = ''] = /These are fixed:\n\n[^\n]*\n[^\n]*\n((?:\|.*\n)*)/.exec(textOf('docs/deploy.md')) ?? [];
  const limits = [...table.matchAll(/^\| ([^|]*) \| ([^|]*) \|/gm)].map(([, limited, limit]) => [limited, limit]);
  expect(limits).toEqual([
    ['request line and headers', `${server(/maxHeaderSize: number = (\d+) \* 1024/)} KiB`],
    [
      'body, after decompression',
      `${numberIn('packages/adapter-http-koa/src/errors.ts', /maxBodyBytes: number = (\d+) \* 1024/)} KiB`,
    ],
    ['name of a new animal', `${maxNewPetNameLength.toLocaleString('en')} characters`],
    ['animals of a page', `${maxPageLimit}`],
    ['check of an API key that is not cached', seconds(lookup)],
    ['operation on MongoDB or PostgreSQL', ...new Set(operations.slice(0, 2).map(seconds))],
    ['wait of a write for another process, on SQLite', ...operations.slice(2).map(seconds)],
    ['time until all headers have arrived', seconds(server(/headersTimeout: ([\d_]+)/))],
    ['time until the whole request has arrived', seconds(server(/requestTimeout: ([\d_]+)/))],
    ['time in which a client does not read', seconds(server(/^ {2}timeout: ([\d_]+)/m))],
  ]);
});
