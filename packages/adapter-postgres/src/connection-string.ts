import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { either as E } from 'fp-ts';
import { type PostgresMisconfigured, postgresMisconfigured } from './errors.ts';

/** A server; a name that begins with a slash is the folder of a Unix socket. */
export interface PostgresHost {
  readonly host: string;
  readonly port: number;
}

/** A connection string, taken apart. What is absent, the driver takes from `PG…` variables or from the system's user. */
export interface ConnectionSettings {
  readonly hosts: readonly [PostgresHost, ...PostgresHost[]];
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: string | undefined;
  readonly applicationName: string;
  /** The most connections at once. */
  readonly poolSize: number;
  /** How connections are encrypted; undefined if they are not. */
  readonly tls: ConnectionOptions | undefined;
}

const defaultPoolSize = 10;

type TlsOf = (values: URLSearchParams) => ConnectionOptions | undefined;

const tlsModes: ReadonlyMap<string, TlsOf> = new Map<string, TlsOf>([
  ['disable', () => undefined],
  ['require', (values) => ({ ...certificates(values), rejectUnauthorized: false })],
  ['verify-ca', (values) => ({ ...certificates(values), checkServerIdentity: () => undefined })],
  ['verify-full', (values) => certificates(values)],
]);

const files = { sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' } as const;

/** The options of https://www.postgresql.org/docs/current/libpq-connect.html that are understood, and `pool_size`. */
const known: readonly string[] = [
  ...Object.keys(files),
  ...['host', 'sslmode', 'application_name', 'pool_size', 'target_session_attrs'],
];

// Thrown in this file only.
const refuse = (problem: string): never => {
  throw new Error(problem);
};

const certificates = (values: URLSearchParams): ConnectionOptions =>
  Object.fromEntries(
    Object.entries(files).flatMap(([name, field]) => {
      const file = values.get(name);
      if (file === null) return [];
      try {
        return [[field, readFileSync(file)]];
      } catch {
        return refuse(`the file ${file} of ${name} cannot be read`);
      }
    }),
  );

const integer = (name: string, text: string, max: number): number =>
  /^[1-9]\d{0,4}$/.test(text) && Number(text) <= max ? Number(text) : refuse(`${name} must be between 1 and ${max}`);

const hostOf = (text: string): PostgresHost => {
  const [, ipv6, name = 'localhost', port = '5432'] = /^(?:\[([^\]]+)\]|([^:]+))?(?::(.*))?$/.exec(text) ?? [];
  return { host: ipv6 ?? name, port: integer('a port', port, 65_535) };
};

const hostsOf = (authority: string, values: URLSearchParams): readonly PostgresHost[] =>
  (values.get('host') ?? authority).split(',').map(hostOf);

const textOf = (text: string | undefined): string | undefined =>
  text === undefined || text === '' ? undefined : decodeURIComponent(text);

const parse = (uri: string): ConnectionSettings => {
  const parts = /^postgres(?:ql)?:\/\/([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/.exec(uri);
  const [, server = '', database, query] = parts ?? refuse('it must begin with postgresql://');
  const at = server.lastIndexOf('@');
  const [, user, password] = /^([^:]*):?(.*)$/.exec(server.slice(0, Math.max(0, at))) ?? [];
  const values = new URLSearchParams(query);
  const unknown = [...values.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) refuse(`it has an option that is not known, of ${known.join(', ')}`);
  if ((values.get('target_session_attrs') ?? 'read-write') !== 'read-write')
    refuse('target_session_attrs can only be read-write');
  const [first, ...more] = hostsOf(server.slice(at + 1), values);
  const tls =
    tlsModes.get(values.get('sslmode') ?? 'disable') ??
    refuse(`sslmode must be one of ${[...tlsModes.keys()].join(', ')}`);
  return {
    hosts: [first ?? refuse('it names no server'), ...more],
    user: textOf(user),
    password: textOf(password),
    database: textOf(database),
    applicationName: values.get('application_name') ?? 'animal-store',
    poolSize: integer('pool_size', values.get('pool_size') ?? String(defaultPoolSize), 1000),
    tls: tls(values),
  };
};

/** Reads a connection string. The message of a refusal shows nothing of it but a port, an option or a file. */
export const parseConnectionString = (uri: string): E.Either<PostgresMisconfigured, ConnectionSettings> =>
  E.tryCatch(
    () => parse(uri),
    (error) => {
      const reason = error instanceof URIError ? 'it has a % that begins no character' : (error as Error).message;
      return postgresMisconfigured(`The PostgreSQL connection string is not valid: ${reason}`);
    },
  );
