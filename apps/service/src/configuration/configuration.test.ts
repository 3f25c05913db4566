import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeApiKey } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { type Configuration, configurationWarnings, decodeConfiguration } from './configuration.ts';
import { storeVariables, type VariableName, variables } from './variables.ts';

const names = Object.keys(variables) as VariableName[];
const absent = E.toUnion(decodeConfiguration({})) as Configuration;
const invalid = (...messages: readonly unknown[]) => E.left({ _tag: 'InvalidConfiguration', messages });

it('has the defaults, also for empty variables', () => {
  expect(absent).toEqual({
    HOST: '127.0.0.1',
    PORT: 8080,
    ADMIN_HOST: '127.0.0.1',
    MAX_REQUESTS_IN_FLIGHT: 500,
    MAX_CONNECTIONS: 1_500,
    KEEP_ALIVE_TIMEOUT_MS: 65_000,
    GET_PET_AFTER_SUNSET: 'gone',
    SHUTDOWN_DELAY_MS: 0,
    SHUTDOWN_GRACE_MS: 10_000,
    LOG_LEVEL: 'info',
    LOG_FORMAT: 'pino',
  });
  const empty = names.filter((name) => !storeVariables.some((store) => store === name)).map((name) => [name, '']);
  expect(decodeConfiguration(Object.fromEntries(empty))).toEqual(E.right(absent));
});

it.each([
  ['PORT', '65536'],
  ['PORT', '0x50'],
  ['API_KEY', `${makeApiKey().slice(0, -8)}00000000`],
  ['BASE_URL', 'https://animals.example'],
  ['BASE_URL', 'https://animals.example/v2'],
  ['BASE_URL', 'ftp://animals.example/v1'],
  ['BASE_URL', 'https://clerk:s3cret@animals.example/v1'],
  ['BASE_URL', 'https://animals.example/v1?x'],
  ['CORS_ORIGINS', 'https://a.test,'],
  ['CORS_ORIGINS', 'https://a.test,*'],
])('refuses %s=%s by name', (name, value) => {
  expect(decodeConfiguration({ [name]: value })).toEqual(
    invalid(expect.stringMatching(new RegExp(`^${name} must be `))),
  );
});

it.each([
  ['CORS_ORIGINS', 'https://a.test, http://b.test:81', ['https://a.test', 'http://b.test:81']],
  ['CORS_HEADERS', 'sentry-trace,X-Tenant', ['sentry-trace', 'X-Tenant']],
  ['RATE_LIMIT', '600/60s', { requests: 600, seconds: 60 }],
  ['POSTGRES_URI', 'postgresql:///animals?host=/run/postgresql', 'postgresql:///animals?host=/run/postgresql'],
  ['HOST', '::', '::'],
])('reads %s=%s', (name, text, value) => {
  expect(decodeConfiguration({ [name]: text })).toEqual(E.right({ ...absent, [name]: value }));
});

it('refuses a store that is not meant: none in production, two, an empty one', () => {
  const none =
    'no store is chosen: set SQLITE_FILE, MONGODB_URI, POSTGRES_URI, or STORE=memory, which loses the animals with the process';
  expect(decodeConfiguration({ NODE_ENV: 'production ' })).toEqual(invalid(none));
  expect(decodeConfiguration({ NODE_ENV: '"production"' })).toEqual(
    invalid('NODE_ENV must not begin or end with a quote'),
  );
  expect(decodeConfiguration({ NODE_ENV: 'production', STORE: 'memory' })).toEqual(
    E.right({ ...absent, STORE: 'memory' }),
  );
  expect(decodeConfiguration({ STORE: 'memory', SQLITE_FILE: 'a.db' })).toEqual(
    invalid('SQLITE_FILE and STORE must not be set together: there is one store'),
  );
  expect(decodeConfiguration({ MONGODB_URI_FILE: ' ' })).toEqual(
    invalid('MONGODB_URI_FILE is empty: set it to the store, or remove it'),
  );
});

it('reads for a command only the variables that it names', () => {
  const environment = { NODE_ENV: 'production', PORT: 'x', API_KEY: 'x', SQLITE_FILE: 'a.db' };
  expect(decodeConfiguration(environment, storeVariables)).toEqual(E.right({ ...absent, SQLITE_FILE: 'a.db' }));
});

it('warns of a start in production without BASE_URL', () => {
  expect(configurationWarnings({}, absent)).toEqual([]);
  expect(configurationWarnings({ NODE_ENV: 'production' }, absent)).toEqual([
    expect.stringMatching(/^BASE_URL is not set/),
  ]);
  expect(configurationWarnings({ NODE_ENV: 'production' }, { ...absent, BASE_URL: 'https://a.test/v1' })).toEqual([]);
});

const uri = 'mongodb://clerk:s3cret@127.0.0.1/animals';

const unreadable = 'MONGODB_URI_FILE names a file that cannot be read:';

const decodeFile = (content: string, environment = {}) => {
  const file = join(temporaryFolder(), 'secret');
  writeFileSync(file, content);
  return decodeConfiguration({ MONGODB_URI_FILE: file, ...environment });
};

it.each([
  [' \n', {}, 'MONGODB_URI_FILE names an empty file'],
  [uri, { MONGODB_URI: uri }, 'MONGODB_URI and MONGODB_URI_FILE must not be set together'],
  ['', { MONGODB_URI_FILE: '/nowhere/s3cret' }, `${unreadable} there is no such file`],
  ['', { MONGODB_URI_FILE: '/' }, `${unreadable} it is a directory`],
  ['', { MONGODB_URI_FILE: 's3cret\0' }, `${unreadable} ERR_INVALID_ARG_VALUE`],
])('refuses the secret in a file %j with %j', (content, environment, message) => {
  expect(decodeFile(content, environment)).toEqual(invalid(message));
});
