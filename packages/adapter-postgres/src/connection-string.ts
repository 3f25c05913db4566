import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { either as E } from 'fp-ts';
import type { PoolConfig } from 'pg';
import { type PostgresMisconfigured, postgresMisconfigured } from './postgres-error.ts';

/**
 * How the driver connects to a server; a host that begins with a slash is the folder of a Unix socket. What is undefined, the
 * driver takes from `PG…` variables or from the system's user. `max` is the most connections at once.
 */
export type ServerSettings = PoolConfig & { readonly host: string; readonly port: number; readonly max: number };

const tlsModes: ReadonlyMap<string, ConnectionOptions | false> = new Map<string, ConnectionOptions | false>([
  ['disable', false],
  ['require', { rejectUnauthorized: false }],
  ['verify-ca', { checkServerIdentity: () => undefined }],
  ['verify-full', {}],
]);

const files = { sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' } as const;

/** The options of https://www.postgresql.org/docs/current/libpq-connect.html that are understood, and `pool_size`. */
const known = [...Object.keys(files), 'host', 'sslmode', 'application_name', 'pool_size', 'target_session_attrs'];

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

const hostOf = (text: string): Pick<ServerSettings, 'host' | 'port'> => {
  const [, ipv6, name = 'localhost', port = '5432'] = /^(?:\[([^\]]+)\]|([^:]+))?(?::(.*))?$/.exec(text) ?? [];
  return { host: ipv6 ?? name, port: integer('a port', port, 65_535) };
};

const textOf = (text?: string): string | undefined => (text ? decodeURIComponent(text) : undefined);

const parse = (uri: string): readonly ServerSettings[] => {
  const parts = /^postgres(?:ql)?:\/\/([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/.exec(uri);
  const [, server = '', database, query] = parts ?? refuse('it must begin with postgresql://');
  const at = server.lastIndexOf('@');
  const [, user, password] = /^([^:]*):?(.*)$/.exec(server.slice(0, Math.max(0, at))) ?? [];
  const values = new URLSearchParams(query);
  const unknown = [...values.keys()].find((name) => !known.includes(name));
  // If an @ follows the ?, the name may be a part of a password with a ? that is not encoded.
  const named = query?.includes('@') ? 'an option' : `the option ${unknown}`;
  if (unknown !== undefined) refuse(`${named} is not known; known are ${known.join(', ')}`);
  if ((values.get('target_session_attrs') ?? 'read-write') !== 'read-write')
    refuse('target_session_attrs can only be read-write');
  const tls = tlsModes.get(values.get('sslmode') ?? 'disable');
  if (tls === undefined) return refuse(`sslmode must be one of ${[...tlsModes.keys()].join(', ')}`);
  const hosts = (values.get('host') ?? server.slice(at + 1)).split(',').map(hostOf);
  return hosts.map((host) => ({
    ...host,
    user: textOf(user),
    password: textOf(password),
    database: textOf(database),
    application_name: values.get('application_name') ?? 'animal-store',
    max: integer('pool_size', values.get('pool_size') ?? '10', 1000),
    ssl: tls && { ...certificates(values), ...tls, host: host.host },
  }));
};

/** The servers in a connection string. The message of a refusal shows nothing of it but a port, an option or a file. */
export const parseConnectionString = (uri: string): E.Either<PostgresMisconfigured, readonly ServerSettings[]> =>
  E.tryCatch(
    () => parse(uri),
    (error) => {
      const reason = error instanceof URIError ? 'it has a % that begins no character' : (error as Error).message;
      return postgresMisconfigured(`The PostgreSQL connection string is not valid: ${reason}`);
    },
  );
