import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { parseConnectionString } from './connection-string.ts';

const plain = {
  host: 'db',
  port: 5432,
  user: undefined,
  password: undefined,
  database: undefined,
  application_name: 'animal-store',
  max: 10,
  ssl: false,
};

const several = { user: 'me', password: 'p@ss:w', database: 'my db', application_name: 'x', max: 3, ssl: false };

it.each([
  ['postgresql://db', [plain]],
  ['postgres://db:1', [{ ...plain, port: 1 }]],
  [
    'postgresql://me:p%40ss:w@a:1,[::1]:2,b/my%20db?pool_size=3&application_name=x&target_session_attrs=read-write',
    [
      { ...several, host: 'a', port: 1 },
      { ...several, host: '::1', port: 2 },
      { ...several, host: 'b', port: 5432 },
    ],
  ],
  ['postgresql:///d?host=/run/pg', [{ ...plain, host: '/run/pg', database: 'd' }]],
  ['postgresql://db?sslmode=require', [{ ...plain, ssl: { host: 'db', rejectUnauthorized: false } }]],
  ['postgresql://db?sslmode=verify-full', [{ ...plain, ssl: { host: 'db' } }]],
  ['postgresql://db?sslmode=verify-ca', [{ ...plain, ssl: { host: 'db', checkServerIdentity: expect.any(Function) } }]],
])('%s is read', (uri, settings) => {
  expect(parseConnectionString(uri)).toEqual(E.right(settings));
});

it('reads the files of certificates', () => {
  const file = join(temporaryFolder(), 'root');
  writeFileSync(file, 'authority');
  const uri = `postgresql://db?sslmode=verify-full&sslrootcert=${file}`;
  expect(parseConnectionString(uri)).toEqual(
    E.right([{ ...plain, ssl: { host: 'db', ca: Buffer.from('authority') } }]),
  );
});

it.each([
  ['mysql://s3cret@db', 'it must begin with postgresql://'],
  ['postgresql://me:s3cret@db:x', 'a port must be between 1 and 65535'],
  ['postgresql://me:s3cret@db?pool_size=0', 'pool_size must be between 1 and 1000'],
  ['postgresql://me:s3cret@db?sslmode=prefer', 'sslmode must be one of disable, require, verify-ca, verify-full'],
  ['postgresql://me:s3cret@db?sslmode=constructor', 'sslmode must be one of disable, require, verify-ca, verify-full'],
  ['postgresql://me:s3cret@db?target_session_attrs=any', 'target_session_attrs can only be read-write'],
  [
    'postgresql://db?passwort=s3cret',
    'the option passwort is not known; known are sslrootcert, sslcert, sslkey, host, sslmode, application_name, pool_size, target_session_attrs',
  ],
  [
    'postgresql://me:s3?cret@db',
    'an option is not known; known are sslrootcert, sslcert, sslkey, host, sslmode, application_name, pool_size, target_session_attrs',
  ],
  ['postgresql://db?sslmode=verify-full&sslrootcert=/none', 'the file /none of sslrootcert cannot be read'],
  ['postgresql://me:s3cret%zz@db', 'it has a % that begins no character'],
])('%s is refused without its secret', (uri, reason) => {
  expect(parseConnectionString(uri)).toEqual(
    E.left({
      _tag: 'PostgresMisconfigured',
      message: `The PostgreSQL connection string is not valid: ${reason}`,
    }),
  );
});
