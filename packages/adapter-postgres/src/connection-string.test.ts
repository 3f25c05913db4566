import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { either as E } from 'fp-ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { BoundClient } from './bound-client.ts';
import { parseConnectionString } from './connection-string.ts';

const plain = {
  host: 'db',
  port: 5432,
  user: undefined,
  password: undefined,
  database: undefined,
  application_name: 'animal-store',
  options: undefined,
  client_encoding: 'UTF8',
  connectionTimeoutMillis: 2000,
  max: 10,
  ssl: { rejectUnauthorized: false },
  enableChannelBinding: true,
  mayBePlain: true,
};
const socket = { ...plain, ssl: false, enableChannelBinding: false, mayBePlain: false };
const strict = { ...plain, mayBePlain: false };
const named = { user: 'me', password: 'p@ss:w', database: 'my/db', application_name: 'x', max: 3 };

const parse = (uri: string, env: NodeJS.ProcessEnv = {}) => {
  vi.stubEnv('HOME', temporaryFolder());
  onTestFinished(() => void vi.unstubAllEnvs());
  return parseConnectionString(uri, env);
};

it.each<[string, readonly object[]]>([
  ['postgresql://db', [plain]],
  ['postgres://db:1', [{ ...plain, port: 1 }]],
  ['postgresql://', [{ ...plain, host: 'localhost' }]],
  [
    'postgresql://me:p%40ss:w@a:1,[::1]:2,b/my%2Fdb?pool_size=3&application_name=x&target_session_attrs=read-write',
    [
      { ...plain, ...named, host: 'a', port: 1 },
      { ...plain, ...named, host: '::1', port: 2 },
      { ...plain, ...named, host: 'b' },
    ],
  ],
  ['postgresql://a,b?port=7', [7, 7].map((port, n) => ({ ...plain, host: 'ab'[n], port }))],
  ['postgresql://?host=a,b&port=7,8', [7, 8].map((port, n) => ({ ...plain, host: 'ab'[n], port }))],
  [
    'postgresql://me:old@db/old?user=you&password=p+w%23&dbname=new',
    [{ ...plain, user: 'you', password: 'p+w#', database: 'new' }],
  ],
  ['postgresql://me:a#b@db', [{ ...plain, user: 'me', password: 'a#b' }]],
  ['postgresql:///d?host=/run/pg', [{ ...socket, host: '/run/pg', database: 'd' }]],
  [
    'postgresql://me:pw@/d?host=/cloudsql/p:r:i',
    [{ ...socket, host: '/cloudsql/p:r:i', user: 'me', password: 'pw', database: 'd' }],
  ],
  [
    'postgresql:///d?host=%2Fcloudsql%2Fp%3Ar%3Ai&port=5433',
    [{ ...socket, host: '/cloudsql/p:r:i', port: 5433, database: 'd' }],
  ],
  ['postgresql://%2Fcloudsql%2Fp%3Ar%3Ai/d?sslmode=require', [{ ...socket, host: '/cloudsql/p:r:i', database: 'd' }]],
  [
    'postgresql://db?connect_timeout=10&options=-c%20search_path%3Dshop&channel_binding=require&sslmode=require',
    [{ ...strict, connectionTimeoutMillis: 10_000, options: '-c search_path=shop', Client: BoundClient }],
  ],
  ['postgresql://db?channel_binding=disable', [{ ...plain, enableChannelBinding: false }]],
  ['postgresql://db?sslmode=disable', [{ ...socket, host: 'db' }]],
  ['postgresql://db?sslmode=allow', [plain]],
  ['postgresql://db?sslmode=prefer', [plain]],
  ['postgresql://db?sslmode=require', [strict]],
  ['postgresql://db?sslmode=verify-full', [{ ...strict, ssl: {} }]],
  ['postgresql://db?sslrootcert=system', [{ ...strict, ssl: {} }]],
])('%s is read', (uri, settings) => {
  expect(parse(uri)).toEqual(E.right(settings));
});

it('takes what a string does not say from the variables of psql', () => {
  const env = {
    PGHOST: '/run/pg',
    PGPORT: '7',
    PGAPPNAME: 'x',
    PGCONNECT_TIMEOUT: '3',
    PGOPTIONS: '-c a=b',
    PGSSLMODE: 'require',
  };
  const found = { ...socket, port: 7, application_name: 'x', connectionTimeoutMillis: 3000, options: '-c a=b' };
  expect(parse('postgresql:///', env)).toEqual(E.right([{ ...found, host: '/run/pg' }]));
  expect(parse('postgresql://db:8?application_name=y&sslmode=disable', env)).toEqual(
    E.right([{ ...found, host: 'db', port: 8, application_name: 'y' }]),
  );
  expect(parse('postgresql://db', { PGSSLMODE: 'require', PGTZ: 'UTC', PGHOST: '' })).toEqual(E.right([strict]));
});

const verifyCa = { ca: 'authority', checkServerIdentity: expect.any(Function) };

it.each([
  ['verify-full', { ca: 'authority' }],
  ['verify-ca', verifyCa],
  ['require', verifyCa],
  [undefined, verifyCa],
])('verifies with the certificates in a file that the string, a variable or the user has (%s)', (mode, ssl) => {
  const folder = temporaryFolder();
  const file = join(folder, 'root');
  writeFileSync(file, 'authority');
  const uri = mode === undefined ? 'postgresql://db?' : `postgresql://db?sslmode=${mode}&`;
  expect(parse(`${uri}sslrootcert=${file}`)).toEqual(E.right([{ ...strict, ssl }]));
  expect(parse(uri, { PGSSLROOTCERT: file })).toEqual(E.right([{ ...strict, ssl }]));
});

const known =
  'known are user, password, dbname, host, port, application_name, connect_timeout, options, channel_binding, target_session_attrs, gssencmode, sslmode, sslrootcert, sslcert, sslkey, pool_size';
const modes = 'disable, allow, prefer, require, verify-ca, verify-full';

it.each<[string, string, NodeJS.ProcessEnv?]>([
  ['mysql://s3cret@db', 'it must begin with postgresql://'],
  ['postgresql://me:s3cret@db:x', 'a port must be between 1 and 65535'],
  ['postgresql://a,b,c?port=1,2', 'there must be one port, or one for each host'],
  ['postgresql://me:s3cret@db?pool_size=0', 'pool_size must be between 1 and 1000'],
  ['postgresql://me:s3cret@db?connect_timeout=0', 'connect_timeout must be between 1 and 600'],
  ['postgresql://me:s3cret@db?sslmode=constructor', `sslmode must be one of ${modes}`],
  ['postgresql://db', `sslmode must be one of ${modes}`, { PGSSLMODE: 'no-verify' }],
  ['postgresql://db?target_session_attrs=standby', 'target_session_attrs must be one of any, read-write, primary'],
  ['postgresql://db?passwort=s3cret', `the option passwort is not known; ${known}`],
  ['postgresql://me:s3?cret@db', `an option is not known; ${known}`],
  ['postgresql://db?sslmode=verify-full&sslrootcert=/none', 'the file /none cannot be read'],
  ['postgresql://db?sslmode=require&sslrootcert=system', 'sslrootcert=system needs sslmode=verify-full'],
  ['postgresql://db?sslmode=verify-ca', 'sslmode=verify-ca needs sslrootcert; verify-full does not'],
  ['postgresql://db?sslcert=/some', 'sslcert and sslkey must be given together'],
  ['postgresql://me:s3cret%zz@db', 'it has a % that begins no character'],
  ['postgresql://me:s3cret%ff@db', 'it has a % that begins no character'],
  ['postgresql://db', 'the variable PGHOSTADDR is not supported; unset it', { PGHOSTADDR: '127.0.0.1' }],
  ['postgresql://db', 'the variable PGSSLCRL is not supported; unset it', { PGSSLCRL: '/some' }],
])('%s is refused without its secret', (uri, reason, env) => {
  expect(parse(uri, env)).toEqual(
    E.left({
      _tag: 'PostgresMisconfigured',
      message: `The PostgreSQL connection string is not valid: ${reason}`,
    }),
  );
});
