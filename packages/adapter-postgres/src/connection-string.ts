import { either as E } from 'fp-ts';
import type { PoolConfig } from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';
import { BoundClient } from './bound-client.ts';
import { type PostgresMisconfigured, postgresMisconfigured } from './postgres-error.ts';
import { tlsParameters } from './tls-parameters.ts';

/** How the driver connects to a server. A host that begins with a slash is the folder of a Unix socket. */
export type ServerSettings = PoolConfig & {
  readonly host: string;
  readonly port: number;
  /** The most connections at once. */
  readonly max: number;
  /** Whether a connection without TLS is allowed if the server has no TLS. */
  readonly mayBePlain: boolean;
};

/** Parameters and their variables (libpq-envars.html); the driver itself reads those of the user, password and database. */
const variables = {
  host: 'PGHOST',
  port: 'PGPORT',
  application_name: 'PGAPPNAME',
  connect_timeout: 'PGCONNECT_TIMEOUT',
  options: 'PGOPTIONS',
  channel_binding: 'PGCHANNELBINDING',
  target_session_attrs: 'PGTARGETSESSIONATTRS',
  gssencmode: 'PGGSSENCMODE',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
} as const;

type Values = { readonly [Name in keyof typeof variables | 'dbname' | 'pool_size']?: string };

const known = ['user', 'password', 'dbname', ...Object.keys(variables), 'pool_size'];

/** Variables that change how psql connects, and do not apply here. */
const unsupported =
  /^PG(?:HOSTADDR|SERVICE|REQUIRE(?:AUTH|PEER|SSL)|LOADBALANCEHOSTS|KRBSRVNAME|GSSLIB|GSSDELEGATION|SSL(?:NEGOTIATION|CRL|CRLDIR|SNI|COMPRESSION|CERTMODE)|(?:SSL)?M(?:IN|AX)PROTOCOLVERSION)$/;

/** Values that change nothing: the service uses a server that can be written to, and no GSSAPI. */
const choices = {
  target_session_attrs: ['any', 'read-write', 'primary'],
  gssencmode: ['disable', 'prefer'],
  channel_binding: ['disable', 'prefer', 'require'],
} as const;

// Thrown in this file only.
const refuse = (problem: string): never => {
  throw new Error(problem);
};

const integer = (name: string, text: string, max: number): number =>
  /^[1-9]\d{0,4}$/.test(text) && Number(text) <= max ? Number(text) : refuse(`${name} must be between 1 and ${max}`);

const defaultsOf = (env: NodeJS.ProcessEnv): Values => {
  const found = Object.keys(env).find((name) => unsupported.test(name));
  if (found !== undefined) refuse(`the variable ${found} is not supported; unset it`);
  const set = Object.entries(variables).map(([name, variable]) => [name, env[variable]] as const);
  return Object.fromEntries(set.filter(([, value]) => value));
};

/** `host` and `port` of libpq from the authority of a URI, such as `a:1,[::1]:2,b`. */
const listed = (authority: string): Values => {
  const hosts = authority.split(',').map((each) => /^(?:\[([^\]]+)\]|([^:]*))(?::(.*))?$/.exec(each) ?? []);
  const host = hosts.map(([, ipv6, name = '']) => decodeURIComponent(ipv6 ?? name)).join(',');
  const port = hosts.map(([, , , text = '']) => text).join(',');
  return { ...(/[^,]/.test(host) && { host }), ...(/[^,]/.test(port) && { port }) };
};

const parseUri = (uri: string, env: NodeJS.ProcessEnv): readonly ServerSettings[] => {
  const parts = /^postgres(?:ql)?:\/\/(?:([^/?]*)@)?([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/.exec(uri);
  const [, credentials, authority = '', path, query = ''] = parts ?? refuse('it must begin with postgresql://');
  if (/%(?![\da-f]{2})/i.test(uri)) refuse('it has a % that begins no character');
  // As in libpq, a plus is no space, and a # is nothing special.
  const given = new URLSearchParams(query.replaceAll('+', '%2B'));
  const unknown = [...given.keys()].find((name) => !known.includes(name));
  // If an @ follows the ?, the name may be a part of a password with a ? that is not encoded.
  const named = query.includes('@') ? 'an option' : `the option ${unknown}`;
  if (unknown !== undefined) refuse(`${named} is not known; known are ${known.join(', ')}`);

  const values: Values = { ...defaultsOf(env), ...listed(authority), ...Object.fromEntries(given) };
  for (const [name, allowed] of Object.entries(choices)) {
    const value = values[name as keyof typeof choices];
    if (value && !allowed.some((each) => each === value)) refuse(`${name} must be one of ${allowed.join(', ')}`);
  }
  const hosts = (values.host ?? '').split(',').map((host) => host || 'localhost');
  const ports = (values.port ?? '').split(',').map((port) => integer('a port', port || '5432', 65_535));
  if (ports.length > 1 && ports.length !== hosts.length) refuse('there must be one port, or one for each host');
  const tls = tlsParameters(values);
  if (typeof tls === 'string') return refuse(tls);
  const start = credentials === undefined ? 'postgresql:///' : `postgresql://${credentials.replaceAll('#', '%23')}@/`;
  const { ssl, user, password } = toClientConfig(
    parse(`${start}?${new URLSearchParams(tls)}`, { useLibpqCompat: true }),
  );
  return hosts.map((host, index) => {
    // libpq does not encrypt a socket either.
    const isEncrypted = !host.startsWith('/') && ssl !== false;
    return {
      host,
      port: ports[ports.length === 1 ? 0 : index] as number,
      user: given.get('user') || user || undefined,
      password: given.get('password') || password || undefined,
      database: values.dbname ?? (path ? decodeURIComponent(path) : undefined),
      application_name: values.application_name ?? 'animal-store',
      options: values.options,
      client_encoding: 'UTF8',
      // Also how long an operation waits for a connection that is free.
      connectionTimeoutMillis: 1000 * integer('connect_timeout', values.connect_timeout ?? '2', 600),
      max: integer('pool_size', values.pool_size ?? '10', 1000),
      ssl: isEncrypted && ssl,
      enableChannelBinding: isEncrypted && values.channel_binding !== 'disable',
      ...(values.channel_binding === 'require' && { Client: BoundClient }),
      mayBePlain: isEncrypted && tls.sslmode === 'prefer',
    };
  });
};

/**
 * The servers in a connection string, completed by the variables of psql. The message of a refusal shows nothing of the
 * string but a port, an option or a file.
 */
export const parseConnectionString = (
  uri: string,
  env: NodeJS.ProcessEnv = process.env,
): E.Either<PostgresMisconfigured, readonly ServerSettings[]> =>
  E.tryCatch(
    () => parseUri(uri, env),
    (error) => {
      const { message, path } = error as NodeJS.ErrnoException;
      const unread = path === undefined ? message : `the file ${path} cannot be read`;
      const reason = error instanceof URIError ? 'it has a % that begins no character' : unread;
      return postgresMisconfigured(`The PostgreSQL connection string is not valid: ${reason}`);
    },
  );
