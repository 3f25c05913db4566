import { createRequire } from 'node:module';
import * as zlib from 'node:zlib';
import type { ConnectionString } from 'mongodb-connection-string-url';

/** The most connections to a server, by default. All may open at once; by default the driver opens two, and a burst waits. */
const maxPoolSize = 50;

/** What a connection string overrides, by name. Times are in milliseconds. */
export const defaults = {
  serverSelectionTimeoutMS: 3000,
  connectTimeoutMS: 2000,
  waitQueueTimeoutMS: 1000,
  // Above the limit of the server, whose own error arrives first and keeps the connection.
  socketTimeoutMS: 3000,
  // Below `serverSelectionTimeoutMS`, so that a server that was given up by mistake is found again in time.
  heartbeatFrequencyMS: 2000,
  maxPoolSize,
  maxConnecting: maxPoolSize,
  appName: 'animal-store',
};

interface Context {
  readonly get: (name: string) => string | null;
  readonly isTls: boolean;
  readonly hasUser: boolean;
}

/** Completes the message `the option …`; undefined if the value has an effect and breaks no promise. */
type Rule = (value: string, context: Context) => string | undefined;

const text: Rule = () => undefined;

const between =
  (min: number, max: number): Rule =>
  (value) =>
    /^-?\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max
      ? undefined
      : `must be a whole number from ${min} to ${max}`;

// The driver would resolve them from its own files.
const ofDriver = createRequire(createRequire(import.meta.url).resolve('mongodb'));

const installed = (name: string | undefined): string | undefined => {
  if (name === undefined) return undefined;
  try {
    ofDriver.resolve(name);
    return undefined;
  } catch {
    return `needs the package ${name}, which is not installed`;
  }
};

/** One of these values, or several of them with commas. Some need a package that the driver does not bring. */
const oneOf =
  (packages: Readonly<Record<string, string | undefined>>): Rule =>
  (value) => {
    const values = value.split(',');
    const all = Object.keys(packages);
    if (!values.every((each) => all.includes(each)))
      return `must be ${all.length > 1 ? 'one of ' : ''}${all.join(', ')}`;
    return values.map((each) => installed(packages[each])).find((reason) => reason !== undefined);
  };

const only = (...values: readonly string[]): Rule =>
  oneOf(Object.fromEntries(values.map((value) => [value, undefined])));

const beside =
  (other: string, isGiven: (context: Context) => boolean, rule: Rule): Rule =>
  (value, context) =>
    isGiven(context) ? rule(value, context) : `has no effect without ${other}`;

const flag = only('true', 'false');
const withTls = (rule: Rule): Rule => beside('tls=true', ({ isTls }) => isTls, rule);
// Greater ones would overflow the timers of Node.js, because the driver adds them up.
const milliseconds = between(1, 3_600_000);
const connections = between(1, 10_000);

/** The options that a connection string may have. Any other one has no effect here, or breaks a promise of the repositories. */
export const optionRules: Readonly<Record<string, Rule>> = {
  appName: text,
  authMechanism: oneOf({
    DEFAULT: undefined,
    'SCRAM-SHA-1': undefined,
    'SCRAM-SHA-256': undefined,
    'MONGODB-X509': undefined,
    'MONGODB-AWS': '@aws-sdk/credential-providers',
    'MONGODB-OIDC': undefined,
    GSSAPI: 'kerberos',
    PLAIN: undefined,
  }),
  authMechanismProperties: beside('authMechanism', ({ get }) => get('authMechanism') !== null, text),
  authSource: beside('a user', ({ get, hasUser }) => hasUser || get('authMechanism') !== null, text),
  compressors: oneOf({
    none: undefined,
    snappy: 'snappy',
    zlib: undefined,
    zstd: 'zstdCompress' in zlib ? undefined : '@mongodb-js/zstd',
  }),
  connectTimeoutMS: milliseconds,
  directConnection: flag,
  // The driver never checks a server more often than that.
  heartbeatFrequencyMS: between(500, 3_600_000),
  journal: only('true'),
  loadBalanced: flag,
  maxConnecting: connections,
  maxIdleTimeMS: between(0, 3_600_000),
  maxPoolSize: connections,
  minPoolSize: (value, context) =>
    between(0, Number(context.get('maxPoolSize') ?? defaults.maxPoolSize))(value, context),
  proxyHost: () => installed('socks'),
  proxyPassword: text,
  proxyPort: between(1, 65_535),
  proxyUsername: text,
  readPreference: only('primary'),
  replicaSet: text,
  retryReads: only('true'),
  retryWrites: flag,
  serverMonitoringMode: only('auto', 'poll', 'stream'),
  // An operation of a repository takes at most 4.5 s by default, and then hides why no server was found.
  serverSelectionTimeoutMS: between(1, 4000),
  socketTimeoutMS: milliseconds,
  srvAllowedHostsSuffix: text,
  srvMaxHosts: between(0, 1000),
  srvServiceName: text,
  ssl: flag,
  tls: flag,
  tlsAllowInvalidCertificates: withTls(flag),
  tlsAllowInvalidHostnames: withTls(flag),
  tlsCAFile: withTls(text),
  tlsCRLFile: withTls(text),
  tlsCertificateKeyFile: withTls(text),
  tlsCertificateKeyFilePassword: withTls(text),
  tlsInsecure: withTls(flag),
  w: only('majority'),
  waitQueueTimeoutMS: milliseconds,
  zlibCompressionLevel: beside(
    'compressors=zlib',
    ({ get }) => get('compressors')?.split(',').includes('zlib') === true,
    between(-1, 9),
  ),
};

const byLowerCase = new Map(Object.entries(optionRules).map(([name, rule]) => [name.toLowerCase(), { name, rule }]));

/** The problems of the options of a connection string, without their values. Names of options are not case-sensitive. */
export const problemsOf = ({ searchParams, isSRV, username }: ConnectionString): readonly string[] => {
  const get = (name: string): string | null => searchParams.get(name);
  const tls = get('tls') ?? get('ssl');
  const context = { get, hasUser: username !== '', isTls: tls === 'true' || (isSRV && tls === null) };
  const names = [...searchParams.keys()].map((name) => name.toLowerCase());
  return [...searchParams].flatMap(([given, value], index) => {
    const { name, rule } = byLowerCase.get(given.toLowerCase()) ?? { name: given, rule: undefined };
    const isRepeated = names.indexOf(given.toLowerCase()) !== index;
    const reason = isRepeated
      ? 'is given twice'
      : rule === undefined
        ? 'is not supported: remove it'
        : rule(value, context);
    return reason === undefined ? [] : [`the option ${name} ${reason}`];
  });
};
