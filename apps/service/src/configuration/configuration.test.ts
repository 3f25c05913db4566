import { makeApiKey } from '@animal-store/testkit/service';
import { either as E } from 'fp-ts';
import type * as t from 'io-ts';
import { describe, expect, it } from 'vitest';
import { anyOf } from '../any-of.ts';
import { durableStores } from '../stores/durable-stores.ts';
import { mongodbStore } from '../stores/mongodb-store.ts';
import { decodeConfiguration } from './configuration.ts';
import { fileVariable, secretVariables } from './secret-files.ts';
import { variables } from './variable-descriptions.ts';
import { variableTable } from './variables.ts';

const absent = E.toUnion(decodeConfiguration({}));

const invalid = (messages: readonly string[]) => E.left({ _tag: 'InvalidConfiguration', messages });

const names = variables.map(({ name }) => name);
const isFile = (name: string): boolean => secretVariables.some((secret) => name === fileVariable(secret));

it('takes an empty variable for an absent one', () => {
  expect(absent).toMatchObject({ HOST: '127.0.0.1', PORT: 8080, MAX_CONNECTIONS: 1_500, GET_PET_AFTER_SUNSET: 'gone' });
  expect(decodeConfiguration(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(E.right(absent));
});

it('accepts each example except those of the API key, which must not be used, and of a file that needs a store', () => {
  const content = (file: string) => () => E.right(variables.find(({ name }) => file === `${name}_FILE`)?.example ?? '');
  const refused = variables.filter(({ name, example }) =>
    E.isLeft(decodeConfiguration({ [name]: example }, content(name))),
  );
  expect(refused.map(({ name }) => name)).toEqual(['API_KEY', 'API_KEY_FILE', 'FIRST_API_KEY_FILE']);
});

it.each([...durableStores.map(({ variable }) => [variable.name, variable] as const), ...Object.entries(variableTable)])(
  'has a codec of %s that encodes what it decodes, and accepts the default',
  (name, {
    codec,
    example,
    ...rest
  }: { readonly codec: t.Mixed; readonly example: string; readonly default?: unknown }) => {
    const value = E.toUnion(codec.decode(name === 'API_KEY' ? makeApiKey() : example));
    expect(codec.decode(codec.encode(value))).toEqual(E.right(value));
    if ('default' in rest) expect(codec.is(rest.default)).toBe(true);
  },
);

it('says all that is wrong at once, about single variables and about several', () => {
  const secret = 's3cret value';
  const url = 'must be an http or https URL in ASCII whose path ends in /v1, without user, query and fragment';
  const wrong = names.filter((name) => !isFile(name)).map((name) => [name, secret]);
  expect(decodeConfiguration(Object.fromEntries(wrong))).toEqual(
    invalid([
      'MONGODB_URI must be a MongoDB connection string, mongodb://… or mongodb+srv://…',
      'POSTGRES_URI must be a PostgreSQL connection string, postgresql://…',
      `STORE must be memory; ${anyOf(durableStores.map(({ variable }) => variable.name))} chooses a durable store`,
      'HOST must be a host name or an IP address',
      'PORT must be a whole number between 0 and 65535',
      'ADMIN_HOST must be a host name or an IP address',
      'ADMIN_PORT must be a whole number between 0 and 65535',
      'IDEMPOTENCY_RECORD_DAYS must be a whole number of days between 1 and 10000',
      'API_KEY must be an API key, ask_<id>_<secret>_<checksum>',
      `BASE_URL ${url}`,
      `STAGING_BASE_URL ${url}`,
      'CORS_ORIGINS must be a comma-separated list of origins such as https://shop.example, without path, default port or wildcard',
      'RATE_LIMIT must be a number of requests and of seconds, such as 600/60s',
      'MAX_REQUESTS_IN_FLIGHT must be a whole number between 1 and 1000000',
      'MAX_BYTES_IN_FLIGHT must be a whole number between 1048576 and 1000000000000',
      'MAX_BYTES_BEING_READ must be a whole number between 1048576 and 1000000000000',
      'MAX_KEY_SHARE_PERCENT must be a whole number between 1 and 100',
      'MAX_CONNECTIONS must be a whole number between 1 and 1000000',
      'CLIENTS_WITHOUT_KEY must be one of limited, trusted',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL, such as http://127.0.0.1:4318',
      'SHUTDOWN_DELAY_MS must be a whole number of milliseconds between 0 and 3600000',
      'SHUTDOWN_GRACE_MS must be a whole number of milliseconds between 0 and 3600000',
      'GET_PET_AFTER_SUNSET must be one of gone, serve',
      'SQLITE_FILE and MONGODB_URI and POSTGRES_URI must not be set together: there is one store',
      'API_KEY must not be set together with SQLITE_FILE: the keys are in the SQLite file (animal-store keys issue)',
      'API_KEY must not be set together with MONGODB_URI: the keys are in MongoDB (animal-store keys issue)',
      'API_KEY must not be set together with POSTGRES_URI: the keys are in PostgreSQL (animal-store keys issue)',
    ]),
  );
});

it.each([
  ['PORT', '65536'],
  ['PORT', '0x50'],
  ['PORT', ' 80'],
  ['API_KEY', `${makeApiKey().slice(0, -8)}00000000`],
  ['BASE_URL', 'https://animals.example'],
  ['BASE_URL', 'https://animals.example/v2'],
  ['BASE_URL', 'ftp://animals.example/v1'],
  // Everybody can read it.
  ['BASE_URL', 'https://clerk:s3cret@animals.example/v1'],
  ['BASE_URL', 'https://animals.example/v1?x'],
  ['BASE_URL', 'https://animals.example/v1#x'],
  ['CORS_ORIGINS', 'https://a.test,'],
  ['CORS_ORIGINS', 'https://a.test,*'],
  ['MAX_REQUESTS_IN_FLIGHT', '0'],
  ['SHUTDOWN_DELAY_MS', '-1'],
])('refuses %s=%s by name', (name, value) => {
  expect(decodeConfiguration({ [name]: value })).toEqual(
    invalid([expect.stringMatching(new RegExp(`^${name} must be `))]),
  );
});

it('refuses STORE=memory together with a durable store', () => {
  expect(decodeConfiguration({ STORE: 'memory', SQLITE_FILE: 'a.db' })).toEqual(
    invalid(['STORE=memory must not be set together with SQLITE_FILE: there is one store']),
  );
});

it.each([
  [{ PORT: '18099', ADMIN_PORT: '18099' }, 18_099],
  [{ PORT: '9090' }, 9090],
  [{ ADMIN_PORT: '8080' }, 8080],
  [{ HOST: '0.0.0.0', ADMIN_HOST: '10.0.0.1', PORT: '9090' }, 9090],
])('refuses the same port for the API and the metrics: %j', (environment, port) => {
  const message = `PORT and ADMIN_PORT must differ, and both are ${port}: change one, or turn the metrics off with ADMIN_PORT=0`;
  expect(decodeConfiguration(environment)).toEqual(invalid([message]));
});

it.each([
  { PORT: '0', ADMIN_PORT: '0' },
  { HOST: '10.0.0.1', PORT: '9090' },
])('accepts equal ports that are not in the way of each other: %j', (environment) => {
  expect(E.isRight(decodeConfiguration(environment))).toBe(true);
});

it('refuses a file for the first API key of a store that makes none for it', () => {
  const message = 'FIRST_API_KEY_FILE needs SQLITE_FILE: no other store makes a first API key for a file';
  expect(decodeConfiguration({ FIRST_API_KEY_FILE: 'k', MONGODB_URI: 'mongodb://a' })).toEqual(invalid([message]));
  expect(E.isRight(decodeConfiguration({ FIRST_API_KEY_FILE: 'k', SQLITE_FILE: 'a.db' }))).toBe(true);
});

it('reads origins, with or without a space after the comma', () => {
  expect(decodeConfiguration({ CORS_ORIGINS: 'https://a.test, http://b.test:81,https://c.test' })).toEqual(
    E.right({ ...absent, CORS_ORIGINS: ['https://a.test', 'http://b.test:81', 'https://c.test'] }),
  );
});

describe('a secret in a file', () => {
  const uri = 'mongodb://clerk:s3cret@127.0.0.1/animals';
  const decodeFile = (content: string, environment = {}) =>
    decodeConfiguration({ MONGODB_URI_FILE: '/secret', ...environment }, () => E.right(content));

  it.each([uri, `${uri}\n`, `${uri}\r\n`])(
    'is the value of its variable, without one newline at the end: %j',
    (content) => {
      expect(decodeFile(content)).toEqual(E.right({ ...absent, store: { kind: mongodbStore, value: uri } }));
    },
  );

  const malformed =
    'MONGODB_URI, read from MONGODB_URI_FILE, must be a MongoDB connection string, mongodb://… or mongodb+srv://…';
  it.each<readonly [string, string, Readonly<Record<string, string>>, readonly string[]]>([
    ['is empty', '', {}, ['MONGODB_URI_FILE names an empty file']],
    ['holds a newline alone', '\n', {}, ['MONGODB_URI_FILE names an empty file']],
    ['ends with two newlines', `${uri}\n\n`, {}, [malformed]],
    ['holds another secret', 's3cret', { PORT: 'x' }, [malformed, 'PORT must be a whole number between 0 and 65535']],
    [
      'is set together with the variable',
      uri,
      { MONGODB_URI: uri },
      ['MONGODB_URI and MONGODB_URI_FILE must not be set together'],
    ],
    [
      'is set together with the other secret',
      uri,
      { API_KEY: makeApiKey() },
      ['API_KEY must not be set together with MONGODB_URI: the keys are in MongoDB (animal-store keys issue)'],
    ],
  ])('that %s is refused', (_, content, environment, messages) => {
    expect(decodeFile(content, environment)).toEqual(invalid(messages));
  });

  it.each([
    ['/nowhere/s3cret', 'there is no such file'],
    ['/', 'it is a directory'],
    ['s3cret\0', 'ERR_INVALID_ARG_VALUE'],
  ])('that cannot be read is refused for its reason: %j', (path, reason) => {
    expect(decodeConfiguration({ MONGODB_URI_FILE: path })).toEqual(
      invalid([`MONGODB_URI_FILE names a file that cannot be read: ${reason}`]),
    );
  });
});
