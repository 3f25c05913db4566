import { either as E } from 'fp-ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readServers } from './connection-string.ts';

beforeEach(() => void vi.stubEnv('PGSSLMODE', undefined));
afterEach(() => void vi.unstubAllEnvs());

const encrypted = { ssl: { rejectUnauthorized: false }, mayBePlain: false };
const encryptedIfPossible = { ...encrypted, mayBePlain: true };
const verified = { ssl: {}, mayBePlain: false };
const plain = { ssl: false, mayBePlain: false };

it.each<[string, object]>([
  ['postgresql://db/animals', { host: 'db', max: 10, connectionTimeoutMillis: 2_000, ...encryptedIfPossible }],
  ['postgresql://db?sslmode=disable', plain],
  ['postgresql://db?sslmode=require&uselibpqcompat=true', encrypted],
  ['postgresql://db?sslmode=verify-full', verified],
  [
    'postgresql://db?sslnegotiation=direct&options=endpoint%3Dep-x',
    { options: 'endpoint=ep-x', ...encryptedIfPossible },
  ],
  [`postgresql://db?sslrootcert=${import.meta.filename}`, { mayBePlain: false }],
  [`postgresql://db?sslcert=${import.meta.filename}`, { mayBePlain: false }],
  ['postgresql://me:pw@/animals?host=/cloudsql/p:r:i&sslmode=require', { host: '/cloudsql/p:r:i', ...plain }],
  ['postgres://u.ref:pw@db:6543/animals?pgbouncer=true&connection_limit=1', { user: 'u.ref', port: 6543, max: 10 }],
  ['postgresql://db?target_session_attrs=primary&connect_timeout=15', { connectionTimeoutMillis: 15_000 }],
])('reads %s', (uri, settings) => {
  expect(readServers(uri)).toEqual([expect.objectContaining(settings)]);
});

it('reads several hosts, each with its port', () => {
  const servers = readServers('postgresql://me:p%40ss@a:1,[::1]:2,b/animals?pool_size=3');
  const each = { user: 'me', password: 'p@ss', database: 'animals', max: 3 };
  expect(servers).toEqual(
    [{ host: 'a', port: 1 }, { host: '::1', port: 2 }, { host: 'b' }].map((server) =>
      expect.objectContaining({ ...each, ...server }),
    ),
  );
});

it('takes sslmode from PGSSLMODE if the string has none', () => {
  vi.stubEnv('PGSSLMODE', 'verify-full');
  expect(readServers('postgresql://db')).toMatchObject([verified]);
  expect(readServers('postgresql://db?sslmode=disable')).toMatchObject([plain]);
});

const form = 'it must be postgresql://user:password@host/database, with %40 for @, %2F for /, %3F for ? and %23 for #';
const modes = 'sslmode must be one of disable, prefer, require, verify-ca, verify-full';

it.each<[string, unknown]>([
  ['mysql://me:s3cret@db', form],
  ['host=db password=s3cret', form],
  ['postgresql://me:s3#cret@db', form],
  ['postgresql://me:s3/cret@db', form],
  ['postgresql://me:s3?cret@db', form],
  ['postgresql://me:s3cret@db:x', 'Invalid URL'],
  ['postgresql://me:s3cret%ff@db', 'URI malformed'],
  ['postgresql://me:s3cret@/?host=a,b', 'several hosts must be given as postgresql://one:1,two:2/'],
  ['postgresql://me:s3cret@db?pool_size=0', 'pool_size must be between 1 and 1000'],
  ['postgresql://me:s3cret@db?connect_timeout=0', 'connect_timeout must be between 1 and 600'],
  ['postgresql://me:s3cret@db?sslmode=required', modes],
  ['postgresql://me:s3cret@db?sslmode=disable&sslmode=none', modes],
  ['postgresql://me:s3cret@db?ssl=true', expect.stringMatching(/^the option ssl is not known; known are sslmode, /)],
  ['postgresql://me:s3cret@db?channel_binding=require', 'channel_binding must be one of disable, prefer'],
  ['postgresql://me:s3cret@db?sslrootcert=/none', "ENOENT: no such file or directory, open '/none'"],
])('refuses %s without its secret', (uri, reason) => {
  const { message } = E.toUnion(E.tryCatch(() => readServers(uri), E.toError)) as Error;
  expect(message.replace('the connection string is not valid: ', '')).toEqual(reason);
  expect(message).not.toContain('s3');
});
