import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeApiKey } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { type Configuration, configurationWarnings, decodeConfiguration } from './configuration.ts';
import { storeVariables, variables } from './variables.ts';

const defaults = E.toUnion(decodeConfiguration({})) as Configuration;
const invalid = (message: unknown) => E.left({ _tag: 'InvalidConfiguration', messages: [message] });

it('has the default of each variable that is not set', () => {
  const fallbacks = Object.entries(variables).map(([name, [, fallback]]) => [name, fallback]);
  expect(defaults).toEqual(Object.fromEntries(fallbacks.filter(([, fallback]) => fallback !== undefined)));
});

it('takes an empty variable for an absent one, unless it chooses a store', () => {
  const names = Object.keys(variables).filter((name) => !storeVariables.some((store) => store === name));
  const empty = Object.fromEntries(names.map((name) => [name, '']));
  expect(decodeConfiguration(empty)).toEqual(E.right(defaults));
});

it.each([
  ['PORT', '0x50'],
  ['API_KEY', `${makeApiKey().slice(0, -8)}00000000`],
  ['BASE_URL', '/v1'],
  ['BASE_URL', 'https://animals.example/v2'],
  ['BASE_URL', 'https://clerk:s3cret@animals.example/v1'],
  ['CORS_ORIGINS', 'https://a.test,*'],
])('refuses %s=%s by name', (name, value) => {
  const message = expect.stringMatching(new RegExp(`^${name} must be `));
  expect(decodeConfiguration({ [name]: value })).toEqual(invalid(message));
});

it.each([
  ['CORS_ORIGINS', 'https://a.test, http://b.test:81', ['https://a.test', 'http://b.test:81']],
  ['CORS_HEADERS', 'sentry-trace,X-Tenant', ['sentry-trace', 'X-Tenant']],
  ['RATE_LIMIT', '600/60s', { requests: 600, seconds: 60 }],
  ['POSTGRES_URI', 'postgresql:///animals?host=/run/postgresql', 'postgresql:///animals?host=/run/postgresql'],
])('reads %s=%s', (name, text, value) => {
  expect(decodeConfiguration({ [name]: text })).toEqual(E.right({ ...defaults, [name]: value }));
});

it.each([
  [
    { NODE_ENV: 'production ' },
    'no store is chosen: set SQLITE_FILE, MONGODB_URI, POSTGRES_URI, or STORE=memory, which loses the animals with the process',
  ],
  [{ NODE_ENV: '"production"' }, 'NODE_ENV must not begin or end with a quote'],
  [{ STORE: 'memory', SQLITE_FILE: 'a.db' }, 'SQLITE_FILE and STORE must not be set together: there is one store'],
  [{ MONGODB_URI_FILE: ' ' }, 'MONGODB_URI_FILE is empty: set it to the store, or remove it'],
])('refuses %j, because the operator may mean another store', (environment, message) => {
  expect(decodeConfiguration(environment)).toEqual(invalid(message));
});

it('keeps the animals in memory in production if STORE says so', () => {
  const STORE = 'memory';
  expect(decodeConfiguration({ NODE_ENV: 'production', STORE })).toEqual(E.right({ ...defaults, STORE }));
});

it('reads for a command only the variables that it names', () => {
  const environment = { NODE_ENV: 'production', PORT: 'x', API_KEY: 'x', SQLITE_FILE: 'a.db' };
  expect(decodeConfiguration(environment, storeVariables)).toEqual(E.right({ ...defaults, SQLITE_FILE: 'a.db' }));
});

const inProduction = { NODE_ENV: 'production' };

it.each([
  ['in development', {}, defaults, []],
  ['in production', inProduction, defaults, [expect.stringMatching(/^BASE_URL is not set/)]],
  ['in production with BASE_URL', inProduction, { ...defaults, BASE_URL: 'https://a.test/v1' }, []],
])('%s, the operator gets these warnings', (_, environment, configuration, warnings) => {
  expect(configurationWarnings(environment, configuration)).toEqual(warnings);
});

const uri = 'mongodb://clerk:s3cret@127.0.0.1/animals';
const unreadable = 'MONGODB_URI_FILE names a file that cannot be read:';

const newFile = (text: string): string => {
  const file = join(temporaryFolder(), 'secret');
  writeFileSync(file, text);
  return file;
};

it.each([
  ['that is empty', () => newFile(' \n'), {}, 'MONGODB_URI_FILE names an empty file'],
  [
    'besides the variable itself',
    () => newFile(uri),
    { MONGODB_URI: uri },
    'MONGODB_URI and MONGODB_URI_FILE must not be set together',
  ],
  ['that does not exist', () => '/nowhere/s3cret', {}, `${unreadable} there is no such file`],
  ['that is a directory', () => '/', {}, `${unreadable} it is a directory`],
  ['whose name is no path', () => 's3cret\0', {}, `${unreadable} ERR_INVALID_ARG_VALUE`],
])('refuses a file of a secret %s', (_, file, environment, message) => {
  expect(decodeConfiguration({ MONGODB_URI_FILE: file(), ...environment })).toEqual(invalid(message));
});
