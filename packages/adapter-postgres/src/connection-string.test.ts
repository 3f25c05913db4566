import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { either as E } from 'fp-ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { parseConnectionString } from './connection-string.ts';

const plain = {
  host: 'db',
  port: 5432,
  user: os.userInfo().username,
  password: '',
  database: undefined,
  mayBePlain: true,
};
const socket = { ssl: false, enableChannelBinding: false, mayBePlain: false };
const named = { user: 'me', password: 'p@ss:w', database: 'my/db', application_name: 'x', max: 3 };

it.each<[string, readonly object[]]>([
  ['postgresql://db', [{ connectionTimeoutMillis: 2000, max: 10, fallback_application_name: 'animal-store' }]],
  ['postgresql://', [{ host: 'localhost' }]],
  ['postgresql://me@:7/?host=/run/pg', [{ ...socket, user: 'me', host: '/run/pg', port: 7 }]],
  [
    'postgresql://me:p%40ss:w@a:1,[::1]:2,b/my%2Fdb?pool_size=3&application_name=x&target_session_attrs=read-write',
    [
      { ...named, host: 'a', port: 1 },
      { ...named, host: '::1', port: 2 },
      { ...named, host: 'b' },
    ],
  ],
  ['postgresql://a,b?port=7', [7, 7].map((port, n) => ({ port, host: 'ab'[n] }))],
  [
    'postgresql://me:old@db/old?user=you&password=p+w%23&dbname=new',
    [{ user: 'you', password: 'p+w#', database: 'new' }],
  ],
  ['postgresql://me:a#b %2F@db', [{ user: 'me', password: 'a#b /' }]],
  [
    'postgresql://me:pw@/d?host=/cloudsql/p:r:i',
    [{ ...socket, host: '/cloudsql/p:r:i', user: 'me', password: 'pw', database: 'd' }],
  ],
  ['postgresql://%2Fcloudsql%2Fp%3Ar%3Ai/d?sslmode=require', [{ ...socket, host: '/cloudsql/p:r:i', database: 'd' }]],
  ['postgresql://db?connect_timeout=10&options=-c%20a%3Db', [{ connectionTimeoutMillis: 10_000, options: '-c a=b' }]],
  ['postgresql://db?channel_binding=disable', [{ enableChannelBinding: false }]],
])('%s is read', (uri, settings) => {
  const servers = settings.map((each) => expect.objectContaining({ ...plain, ...each }));
  expect(parseConnectionString(uri, {})).toEqual(E.right(servers));
});

it('takes what a string does not say from the variables of psql', () => {
  const env = { PGHOST: '/run/pg', PGPORT: '7', PGCONNECT_TIMEOUT: '3', PGSSLMODE: 'require', PGTZ: 'UTC' };
  expect(parseConnectionString('postgresql:///', env)).toMatchObject(
    E.right([{ ...socket, host: '/run/pg', port: 7, connectionTimeoutMillis: 3000 }]),
  );
  expect(parseConnectionString('postgresql://db:8', env)).toMatchObject(
    E.right([{ host: 'db', port: 8, mayBePlain: false }]),
  );
  expect(parseConnectionString('postgresql://db?sslmode=disable', env)).toMatchObject(E.right([{ ssl: false }]));
  expect(parseConnectionString('postgresql://db', { PGSSLMODE: '', PGHOSTADDR: '' })).toMatchObject(
    E.right([{ mayBePlain: true }]),
  );
});

it('has the user of the string, of PGUSER, of USER or of the system', () => {
  const env = { PGUSER: 'you', USER: 'it' };
  expect(parseConnectionString('postgresql://me@db', env)).toMatchObject(E.right([{ user: 'me' }]));
  expect(parseConnectionString('postgresql://db', env)).toMatchObject(E.right([{ user: 'you' }]));
  expect(parseConnectionString('postgresql://db', { USER: 'it' })).toMatchObject(E.right([{ user: 'it' }]));
});

it('needs neither home nor name, which a user that the system does not know has not', () => {
  for (const name of ['homedir', 'userInfo'] as const)
    vi.spyOn(os, name).mockImplementation(() => {
      throw new Error('ENOENT: the system does not know the user');
    });
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  expect(parseConnectionString('postgresql://db?sslmode=require', {})).toMatchObject(
    E.right([{ user: '', ssl: { rejectUnauthorized: false } }]),
  );
});

const known =
  'known are user, password, dbname, host, port, application_name, options, pool_size, connect_timeout, channel_binding, target_session_attrs, gssencmode, sslmode, sslrootcert, sslcert, sslkey';
const modes = 'disable, allow, prefer, require, verify-ca, verify-full';

it.each<[string, string, NodeJS.ProcessEnv?]>([
  ['mysql://s3cret@db', 'it must begin with postgresql://'],
  ['postgresql://me:s3cret@db:x', 'Invalid URL'],
  ['postgresql://me:s3cret@db?port=0', 'a port must be between 1 and 65535'],
  ['postgresql://?host=a,b', 'several hosts must be given as postgresql://one:1,two:2/'],
  ['postgresql://', 'several hosts must be given as postgresql://one:1,two:2/', { PGHOST: 'a,b' }],
  ['postgresql://me:s3cret@db?pool_size=0', 'pool_size must be between 1 and 1000'],
  ['postgresql://me:s3cret@db?connect_timeout=0', 'connect_timeout must be between 1 and 600'],
  ['postgresql://me:s3cret@db?sslmode=constructor', `sslmode must be one of ${modes}`],
  ['postgresql://db', `sslmode must be one of ${modes}`, { PGSSLMODE: 'no-verify' }],
  ['postgresql://db?target_session_attrs=standby', 'target_session_attrs must be one of any, read-write, primary'],
  ['postgresql://db?passwort=s3cret', `the option passwort is not known; ${known}`],
  ['postgresql://me:s3?cret@db', `an option is not known; ${known}`],
  ['postgresql://db', "ENOENT: no such file or directory, open '/none'", { PGSSLROOTCERT: '/none' }],
  ['postgresql://db?sslmode=require&sslrootcert=system', 'sslrootcert=system needs sslmode=verify-full'],
  ['postgresql://db?sslcert=/some', 'sslcert and sslkey must be given together'],
  ['postgresql://me:s3cret%zz@db', 'it has a % that begins no character'],
  ['postgresql://me:s3cret%ff@db', 'URI malformed'],
  ['postgresql://db?sslmode=disable&sslmode=none', `sslmode must be one of ${modes}`],
  ['postgresql://db', 'channel_binding must be one of disable, prefer, require', { PGCHANNELBINDING: 'x' }],
  ['postgresql://db', 'target_session_attrs must be one of any, read-write, primary', { PGTARGETSESSIONATTRS: 'x' }],
  ['postgresql://db', 'gssencmode must be one of disable, prefer', { PGGSSENCMODE: 'require' }],
  ['postgresql://db', 'connect_timeout must be between 1 and 600', { PGCONNECT_TIMEOUT: '0' }],
  ['postgresql://db', 'a port must be between 1 and 65535', { PGPORT: '0' }],
  ['postgresql://db', 'sslcert and sslkey must be given together', { PGSSLCERT: '/some' }],
])('%s is refused without its secret', (uri, reason, env = {}) => {
  const refused = parseConnectionString(uri, env);
  const { message = '' } = E.isLeft(refused) ? refused.left : {};
  expect(message.split(' is not valid: ')).toEqual(['The PostgreSQL connection string', reason]);
});

it.each(['HOSTADDR', 'REQUIREAUTH', 'SSLMINPROTOCOLVERSION', 'MAXPROTOCOLVERSION'])(
  'the variable PG%s, which would change nothing, is refused',
  (name) => {
    const message = `The PostgreSQL connection string is not valid: the variable PG${name} is not supported; unset it`;
    expect(parseConnectionString('postgresql://db', { [`PG${name}`]: '1' })).toMatchObject(E.left({ message }));
  },
);
