import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Bounds, optionBounds } from '@animal-store/adapter-http-koa';
import { expectBlock } from '@animal-store/testkit/marked-block';
import { makeApiKey } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { type Configuration, decodeConfiguration } from './configuration.ts';
import { secretVariables, type VariableName, variables } from './variables.ts';

const names = Object.keys(variables) as VariableName[];
const defaults = E.toUnion(decodeConfiguration({})) as Configuration;
const invalid = (message: RegExp) =>
  E.left({ _tag: 'InvalidConfiguration', messages: [expect.stringMatching(message)] });

it('has each variable in the table of the deploy guide', async () => {
  const rows = Object.entries(variables).map(([name, [, fallback = '', help]]) => {
    const file = secretVariables.some((secret) => secret === name) ? `; \`${name}_FILE\` names a file with it` : '';
    return `| \`${name}\` | ${fallback} | ${help}${file} |`;
  });
  const table = ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
  await expectBlock('docs/deploy.md', 'variables', table);
});

// A path may have any character. Others become headers, addresses and lines of a log.
it.each(names.filter((name) => name !== 'SQLITE_FILE'))(
  'refuses a control character and a text beyond ASCII as %s',
  (name) => {
    for (const value of ['e\nu', 'e\0u', '日本'])
      expect(decodeConfiguration({ [name]: value })).toEqual(invalid(new RegExp(`^${name} must be `)));
  },
);

/** A valid text of each variable. */
const valid: Readonly<Record<VariableName, string>> = {
  SQLITE_FILE: '/var/lib/animals.db',
  MONGODB_URI: 'mongodb://clerk:s3cret@127.0.0.1/animals',
  POSTGRES_URI: 'postgresql://clerk:s3cret@127.0.0.1/animals',
  STORE: 'memory',
  HOST: '::',
  PORT: '80',
  ADMIN_HOST: '::1',
  ADMIN_PORT: '90',
  API_KEY: makeApiKey(),
  BASE_URL: 'https://animals.example/v1',
  STAGING_BASE_URL: 'https://staging.animals.example/v1',
  CORS_ORIGINS: 'https://a.test',
  CORS_HEADERS: 'x-tenant',
  RATE_LIMIT: '600/60s',
  MAX_REQUESTS_IN_FLIGHT: '400',
  MAX_CONNECTIONS: '1000',
  KEEP_ALIVE_TIMEOUT_MS: '70000',
  GET_PET_AFTER_SUNSET: 'serve',
  SHUTDOWN_DELAY_MS: '7000',
  SHUTDOWN_GRACE_MS: '20000',
  LOG_LEVEL: 'debug',
  LOG_FORMAT: 'cloud',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
};

const secretFile = (content: string): string => {
  const file = join(temporaryFolder(), 'secret');
  writeFileSync(file, content);
  return file;
};

type Change = (text: string) => string;

/** Environments that set a variable to a changed text: itself, its file if it is a secret, or the changed path of that file. */
const withChange = (name: VariableName, change: Change): readonly Readonly<Record<string, string>>[] => [
  { [name]: change(valid[name]) },
  ...(secretVariables.includes(name)
    ? [{ [`${name}_FILE`]: secretFile(change(valid[name])) }, { [`${name}_FILE`]: change(secretFile(valid[name])) }]
    : []),
];

const blanks: readonly Change[] = [(text) => ` ${text}`, (text) => `${text}\n`, (text) => `\ufeff\t${text} \r\n\n`];

it.each(names)('ignores white space and line breaks around %s', (name) => {
  const expected = decodeConfiguration({ [name]: valid[name] });
  expect(expected).toEqual(E.right(expect.anything()));
  for (const environment of blanks.flatMap((change) => withChange(name, change)))
    expect(decodeConfiguration(environment)).toEqual(expected);
});

const quotes: readonly Change[] = [
  (text) => `"${text}"`,
  (text) => `'${text}'`,
  (text) => `${text}"`,
  (text) => ` '${text}\n`,
];

it.each(names)('refuses a quote at an end of %s, without the value', (name) => {
  const message = new RegExp(`^${name}(_FILE)? must not begin or end with a quote$`);
  for (const environment of quotes.flatMap((change) => withChange(name, change)))
    expect(decodeConfiguration(environment)).toEqual(invalid(message));
});

type NumericName = {
  [Name in VariableName]: NonNullable<Configuration[Name]> extends number ? Name : never;
}[VariableName];

// A variable that sets an option of a package has the bounds of the option.
const bounds: Readonly<Record<NumericName, Bounds>> = {
  PORT: [0, 65_535],
  ADMIN_PORT: [0, 65_535],
  MAX_REQUESTS_IN_FLIGHT: optionBounds.maxRequestsInFlight,
  MAX_CONNECTIONS: optionBounds.maxConnections,
  KEEP_ALIVE_TIMEOUT_MS: optionBounds.keepAliveTimeout,
  SHUTDOWN_DELAY_MS: [0, 3_600_000],
  SHUTDOWN_GRACE_MS: optionBounds.grace,
};

it.each(Object.entries(bounds))('takes %s at both bounds', (name, range) => {
  for (const value of range)
    expect(decodeConfiguration({ [name]: `${value}` })).toEqual(E.right({ ...defaults, [name]: value }));
});

it.each(Object.entries(bounds))('refuses %s beyond its bounds, and names both', (name, [min, max]) => {
  const message = new RegExp(`^${name} must be a whole number.* between ${min} and ${max}$`);
  for (const value of [min - 1, max + 1, 0.5, 'NaN', 'Infinity', 2 ** 31, '1'.repeat(16)])
    expect(decodeConfiguration({ [name]: `${value}` })).toEqual(invalid(message));
});

const [[fewest, most], [shortest, longest]] = [optionBounds.rateLimitRequests, optionBounds.rateLimitSeconds];

it.each([
  [fewest, shortest],
  [most, longest],
])('takes RATE_LIMIT=%i/%is, at the bounds of the option', (requests, seconds) => {
  const decoded = E.right({ ...defaults, RATE_LIMIT: { requests, seconds } });
  expect(decodeConfiguration({ RATE_LIMIT: `${requests}/${seconds}s` })).toEqual(decoded);
});

it.each([
  ...[fewest - 1, most + 1, 0.5, ''].map((requests) => `${requests}/1s`),
  ...[shortest - 1, longest + 1, 0.5, ''].map((seconds) => `1/${seconds}s`),
])('refuses RATE_LIMIT=%s, and names the bounds', (limit) => {
  const message = /^RATE_LIMIT must be 1 to 999999999 requests in 1 to 99999 seconds, such as 600\/60s$/;
  expect(decodeConfiguration({ RATE_LIMIT: limit })).toEqual(invalid(message));
});
