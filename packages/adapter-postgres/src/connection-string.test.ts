import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readServers } from './connection-string.ts';

beforeEach(() => {
  for (const name of ['PGHOST', 'PGSSLMODE']) vi.stubEnv(name, undefined);
});
afterEach(() => void vi.unstubAllEnvs());

const prefer = { ssl: { rejectUnauthorized: false }, mayBePlain: true };
const encrypted = { ssl: { rejectUnauthorized: false }, mayBePlain: false };
const verified = { ssl: {}, mayBePlain: false };
const plain = { ssl: false, mayBePlain: false };

/** Strings as the consoles of managed databases and their guides print them. */
it.each<[string, string, object]>([
  ['Neon', 'postgres://me:pw@ep-x.neon.tech/db?sslmode=verify-full&sslrootcert=system', verified],
  [
    'Neon',
    'postgres://me:pw@ep-x.neon.tech/db?options=endpoint%3Dep-x&sslnegotiation=direct',
    { options: 'endpoint=ep-x', sslnegotiation: 'direct', ...encrypted },
  ],
  [
    'Supabase',
    'postgresql://postgres.ref:pw@aws-0.pooler.supabase.com:6543/postgres?pgbouncer=true&connection_limit=1',
    { user: 'postgres.ref', port: 6543, max: 10, ...prefer },
  ],
  ['Vercel', 'postgres://me:pw@x.supabase.com:6543/postgres?sslmode=require&supa=base-pooler.x', encrypted],
  [
    'Vercel',
    'postgres://default:pw@x.vercel-storage.com/verceldb?pgbouncer=true&connect_timeout=15&sslmode=require',
    { connectionTimeoutMillis: 15_000, ...encrypted },
  ],
  ['Heroku', 'postgres://u:pw@ec2-1.compute-1.amazonaws.com:5432/d1?sslmode=no-verify', encrypted],
  [
    'Google Cloud SQL',
    'postgresql://me:pw@/animals?host=/cloudsql/p:r:i',
    { host: '/cloudsql/p:r:i', user: 'me', password: 'pw', database: 'animals', ...plain },
  ],
  ['Render', 'postgresql://me:pw@dpg-x-a.frankfurt-postgres.render.com/animals', prefer],
  [
    'Patroni',
    'postgresql://me:pw@db/animals?target_session_attrs=primary&keepalives=1&keepalives_idle=30&application_name=x',
    { application_name: 'x', ...prefer },
  ],
  ['a driver', 'postgresql://me:pw@db/animals?ssl=true', verified],
  ['a driver', 'postgresql://me:pw@db/animals?ssl=false', plain],
])('reads a string of %s: %s', (_, uri, settings) => {
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

it('does not encrypt a socket in PGHOST', () => {
  vi.stubEnv('PGHOST', '/run/postgresql');
  expect(readServers('postgresql:///animals?sslmode=require')).toMatchObject([plain]);
});

const form = 'it must be postgresql://user:password@host/database, with %40 for @, %2F for /, %3F for ? and %23 for #';
const modes = 'sslmode must be one of disable, prefer, require, no-verify, verify-ca, verify-full';

it.each<[string, unknown]>([
  ['mysql://me:s3cret@db', form],
  ['host=db password=s3cret', form],
  ['postgresql://me:s3#cret@db', form],
  ['postgresql://me:s3/cret@db', form],
  ['postgresql://me:s3?cret@db', form],
  ['postgresql://me:s3cret@db:x', 'the driver cannot read it'],
  ['postgresql://me:s3cret%ff@db', 'the driver cannot read it'],
  ['postgresql://me:s3cret@/?host=a,b', 'several hosts must be given as postgresql://one:1,two:2/'],
  ['postgresql://me:s3cret@db?pool_size=0', 'pool_size must be between 1 and 1000'],
  ['postgresql://me:s3cret@db?connect_timeout=0', 'connect_timeout must be between 1 and 600'],
  ['postgresql://me:s3cret@db?sslmode=required', modes],
  [
    'postgresql://me:s3cret@db?ssl_mode=require',
    expect.stringContaining('the option ssl_mode is not known; known are sslmode, ssl, '),
  ],
  ['postgresql://me:s3cret@db?sslmode=disable&sslmode=none', modes],
  ['postgresql://me:s3cret@db?channel_binding=require', 'channel_binding must be one of disable, prefer'],
  ['postgresql://me:s3cret@db?sslmode=require&sslrootcert=system', 'sslrootcert=system needs sslmode=verify-full'],
  ['postgresql://me:s3cret@db?sslrootcert=/none', "ENOENT: no such file or directory, open '/none'"],
])('refuses %s without its secret', (uri, reason) => {
  let message = '';
  try {
    readServers(uri);
  } catch (error) {
    ({ message } = error as Error);
  }
  expect(message.replace('the connection string is not valid: ', '')).toEqual(reason);
  expect(message).not.toContain('s3');
});
