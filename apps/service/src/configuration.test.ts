import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { decodeConfiguration, variables } from './configuration.ts';

const absent = {
  HOST: '127.0.0.1',
  PORT: 8080,
  ADMIN_HOST: '127.0.0.1',
  ADMIN_PORT: undefined,
  MONGODB_URI: undefined,
  IDEMPOTENCY_RECORD_DAYS: undefined,
  API_KEY: undefined,
  BASE_URL: undefined,
  STAGING_BASE_URL: undefined,
  RATE_LIMIT: undefined,
  MAX_REQUESTS_IN_FLIGHT: 1_000,
  LOG_LEVEL: 'info',
  SHUTDOWN_DELAY_MS: 0,
  SHUTDOWN_GRACE_MS: 10_000,
  GET_PET_AFTER_SUNSET: 'gone',
};

const names = variables.map(({ name }) => name);

it('has a default for everything', () => {
  expect(decodeConfiguration({})).toEqual(E.right(absent));
  expect(names).toEqual(Object.keys(absent));
});

it('takes an empty variable for an absent one', () => {
  expect(decodeConfiguration(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(E.right(absent));
});

it('accepts each example, but for the API key, which nobody must use', () => {
  const refused = variables.filter(({ name, example }) => E.isLeft(decodeConfiguration({ [name]: example })));
  expect(refused.map(({ name }) => name)).toEqual(['API_KEY']);
});

it('says all that is wrong at once, about single variables and about several', () => {
  const secret = 's3cret value';
  const url = 'must be an http or https URL in ASCII whose path ends in /v1, without user, query and fragment';
  expect(decodeConfiguration(Object.fromEntries(names.map((name) => [name, secret])))).toEqual(
    E.left([
      'HOST must be a host name or an IP address',
      'PORT must be a whole number between 0 and 65535',
      'ADMIN_HOST must be a host name or an IP address',
      'ADMIN_PORT must be a whole number between 0 and 65535',
      'MONGODB_URI must be a MongoDB connection string, mongodb://… or mongodb+srv://…',
      'IDEMPOTENCY_RECORD_DAYS must be a whole number of days between 1 and 10000',
      'API_KEY must be an API key, ask_<id>_<secret>_<checksum>',
      `BASE_URL ${url}`,
      `STAGING_BASE_URL ${url}`,
      'RATE_LIMIT must be a number of requests and of seconds, such as 600/60s',
      'MAX_REQUESTS_IN_FLIGHT must be a whole number between 1 and 1000000',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent',
      'SHUTDOWN_DELAY_MS must be a whole number of milliseconds between 0 and 3600000',
      'SHUTDOWN_GRACE_MS must be a whole number of milliseconds between 0 and 3600000',
      'GET_PET_AFTER_SUNSET must be one of gone, serve',
      'API_KEY must not be set together with MONGODB_URI: the keys are in MongoDB (animal-store keys issue)',
    ]),
  );
});

it.each(['https://clerk:s3cret@animals.example/v1', 'https://animals.example/v1?x', 'https://animals.example/v1#x'])(
  'refuses %s as a base, which everybody can read',
  (url) => {
    expect(decodeConfiguration({ BASE_URL: url })).toEqual(
      E.left([
        'BASE_URL must be an http or https URL in ASCII whose path ends in /v1, without user, query and fragment',
      ]),
    );
  },
);
