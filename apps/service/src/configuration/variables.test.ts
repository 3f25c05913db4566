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
const absent = E.toUnion(decodeConfiguration({})) as Configuration;
const invalid = (...messages: readonly unknown[]) => E.left({ _tag: 'InvalidConfiguration', messages });

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
  'takes no control character and no text beyond ASCII as %s',
  (name) => {
    for (const value of ['e\nu', 'e\0u', '日本'])
      expect(decodeConfiguration({ [name]: value })).toEqual(
        invalid(expect.stringMatching(new RegExp(`^${name} must be `))),
      );
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

/** A variable that is set to a changed text: by itself and, if it is a secret, by a file, whose path may be changed too. */
const changed = (name: VariableName, change: Change): readonly Readonly<Record<string, string>>[] => [
  { [name]: change(valid[name]) },
  ...(secretVariables.includes(name)
    ? [{ [`${name}_FILE`]: secretFile(change(valid[name])) }, { [`${name}_FILE`]: change(secretFile(valid[name])) }]
    : []),
];

const blanks: readonly Change[] = [(text) => ` ${text}`, (text) => `${text}\n`, (text) => `\ufeff\t${text} \r\n\n`];

it.each(names)('ignores white space and line breaks around %s', (name) => {
  const expected = decodeConfiguration({ [name]: valid[name] });
  expect(expected).toEqual(E.right(expect.anything()));
  for (const environment of blanks.flatMap((change) => changed(name, change)))
    expect(decodeConfiguration(environment)).toEqual(expected);
});

const quotes: readonly Change[] = [
  (text) => `"${text}"`,
  (text) => `'${text}'`,
  (text) => `${text}"`,
  (text) => ` '${text}\n`,
];

it.each(names)('refuses a quote at an end of %s, without the value', (name) => {
  for (const environment of quotes.flatMap((change) => changed(name, change)))
    expect(decodeConfiguration(environment)).toEqual(
      invalid(expect.stringMatching(new RegExp(`^${name}(_FILE)? must not begin or end with a quote$`))),
    );
});

type NumericName = {
  [Name in VariableName]: NonNullable<Configuration[Name]> extends number ? Name : never;
}[VariableName];

// A bound of a variable that sets an option is that of the option.
const bounds: Readonly<Record<NumericName, Bounds>> = {
  PORT: [0, 65_535],
  ADMIN_PORT: [0, 65_535],
  MAX_REQUESTS_IN_FLIGHT: optionBounds.maxRequestsInFlight,
  MAX_CONNECTIONS: optionBounds.maxConnections,
  KEEP_ALIVE_TIMEOUT_MS: optionBounds.keepAliveTimeout,
  SHUTDOWN_DELAY_MS: [0, 3_600_000],
  SHUTDOWN_GRACE_MS: optionBounds.grace,
};

it.each(Object.entries(bounds))('takes %s at both bounds, and beyond them refuses it with both', (name, [min, max]) => {
  for (const value of [min, max])
    expect(decodeConfiguration({ [name]: `${value}` })).toEqual(E.right({ ...absent, [name]: value }));
  for (const value of [min - 1, max + 1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, ''.padEnd(16, '1')])
    expect(decodeConfiguration({ [name]: `${value}` })).toEqual(
      invalid(expect.stringMatching(new RegExp(`^${name} must be a whole number.* between ${min} and ${max}$`))),
    );
});

const { rateLimitRequests, rateLimitSeconds } = optionBounds;

it('takes RATE_LIMIT at each bound of the option, and beyond them refuses it', () => {
  const beyond = ([min, max]: Bounds) => [min - 1, max + 1, 0.5, ''];
  for (const requests of rateLimitRequests)
    for (const seconds of rateLimitSeconds)
      expect(decodeConfiguration({ RATE_LIMIT: `${requests}/${seconds}s` })).toEqual(
        E.right({ ...absent, RATE_LIMIT: { requests, seconds } }),
      );
  for (const limit of [
    ...beyond(rateLimitRequests).map((requests) => `${requests}/1s`),
    ...beyond(rateLimitSeconds).map((seconds) => `1/${seconds}s`),
  ])
    expect(decodeConfiguration({ RATE_LIMIT: limit })).toEqual(
      invalid('RATE_LIMIT must be 1 to 999999999 requests in 1 to 99999 seconds, such as 600/60s'),
    );
});
