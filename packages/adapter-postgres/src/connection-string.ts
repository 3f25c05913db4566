import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { either as E } from 'fp-ts';
import { Client, type ClientConfig, type PoolConfig } from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';
import { type PostgresMisconfigured, postgresMisconfigured, unusable } from './postgres-error.ts';

/** How the driver connects to a server. */
export type ServerSettings = PoolConfig & {
  /** The most connections at once. */
  readonly max: number;
  /** Whether a connection without TLS is allowed if the server has no TLS. */
  readonly mayBePlain: boolean;
};

/** Parameters and their variables, as in libpq. The driver itself reads the variables of the other parameters. */
const variables = {
  connect_timeout: 'PGCONNECT_TIMEOUT',
  channel_binding: 'PGCHANNELBINDING',
  target_session_attrs: 'PGTARGETSESSIONATTRS',
  gssencmode: 'PGGSSENCMODE',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
};

const others = ['user', 'password', 'dbname', 'host', 'port', 'application_name', 'options', 'pool_size'];
const known = [...others, ...Object.keys(variables)];

type Values = Readonly<Partial<Record<string, string>>>;

/** Variables that change how psql connects, and do not apply here. */
const unsupported =
  /^PG(?:HOSTADDR|SERVICE|REQUIRE(?:AUTH|PEER|SSL)|LOADBALANCEHOSTS|KRBSRVNAME|GSSLIB|GSSDELEGATION|SSL(?:NEGOTIATION|CRL|CRLDIR|SNI|COMPRESSION|CERTMODE)|(?:SSL)?M(?:IN|AX)PROTOCOLVERSION)$/;

/** The supported values of some parameters. The adapter always uses a server that can be written to, and no GSSAPI. */
const choices = {
  target_session_attrs: ['any', 'read-write', 'primary'],
  gssencmode: ['disable', 'prefer'],
  channel_binding: ['disable', 'prefer', 'require'],
  sslmode: ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'],
};

// `parseConnectionString` turns it into a Left.
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

/**
 * The TLS parameters, changed so that pg-connection-string gives them the meaning that they have in libpq. Two are stricter
 * than there: a certificate without `sslmode` means `require`, and `allow` means `prefer`.
 */
const tlsOf = ({ sslmode, sslrootcert, sslcert, sslkey }: Values): Record<'sslmode' | 'sslrootcert', string> => {
  if (!sslcert !== !sslkey) refuse('sslcert and sslkey must be given together');
  const isSystem = sslrootcert === 'system';
  const implied = sslrootcert || sslcert ? 'require' : 'prefer';
  const mode = sslmode ?? (isSystem ? 'verify-full' : implied);
  if (isSystem && mode !== 'verify-full') refuse('sslrootcert=system needs sslmode=verify-full');
  const ofUser = join(homedir(), '.postgresql', 'root.crt');
  const isVerified = /^(?:require|verify)/.test(mode);
  const root = sslrootcert ?? (isVerified && existsSync(ofUser) ? ofUser : '');
  // Without a file, Node.js trusts its own list of authorities.
  return { sslmode: mode === 'allow' ? 'prefer' : mode, sslrootcert: isSystem ? '' : root };
};

/**
 * A client of the driver for `channel_binding=require`: it closes the connection if the server asks for no password, or for
 * one in any other way than by SCRAM with channel binding. The driver itself binds a channel only if the server offers it.
 */
class BoundClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    const { connection } = this;
    let isBound = false;
    connection.on('authenticationSASL', ({ mechanisms }: { readonly mechanisms: readonly string[] }) => {
      isBound = mechanisms.includes('SCRAM-SHA-256-PLUS');
    });
    for (const kind of ['SASL', 'CleartextPassword', 'MD5Password', 'Ok'])
      connection.on(`authentication${kind}`, () => {
        if (!isBound) connection.stream.destroy(unusable('channel binding is required, and the server offers none'));
      });
  }
}

const parseUri = (uri: string, env: NodeJS.ProcessEnv): readonly ServerSettings[] => {
  if (/%(?![\da-f]{2})/i.test(uri)) refuse('it has a % that begins no character');
  // As in libpq, a plus is not a space, and a # has no special meaning.
  const literal = uri.replaceAll(/[ +#]/g, encodeURIComponent);
  const parts = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/.exec(literal);
  const [, start = '', servers = '', path, query = ''] = parts ?? refuse('it must begin with postgresql://');
  const given = Object.fromEntries(new URLSearchParams(query));
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  // If an @ follows the ?, the name may be a part of a password with a ? that is not encoded.
  const named = query.includes('@') ? 'an option' : `the option ${unknown}`;
  if (unknown !== undefined) refuse(`${named} is not known; known are ${known.join(', ')}`);

  const values: Values = { ...defaultsOf(env), ...given };
  for (const [name, allowed] of Object.entries(choices)) {
    const value = values[name];
    if (value !== undefined && !allowed.includes(value)) refuse(`${name} must be one of ${allowed.join(', ')}`);
  }
  const { connect_timeout: timeout = '2', pool_size: max = '10', channel_binding: binding } = values;
  const tls = tlsOf(values);
  const parameters = new URLSearchParams(Object.entries({ ...values, ...tls }));
  return servers.split(',').map((server) => {
    const address = server.replace(/^(?=:|$)/, encodeURIComponent(env['PGHOST'] || 'localhost'));
    const config = toClientConfig(parse(`${start}${address}/?${parameters}`, { useLibpqCompat: true }));
    const { host = '' } = config;
    if (host.includes(',')) refuse('several hosts must be given as postgresql://one:1,two:2/');
    // libpq does not encrypt a socket either.
    const isEncrypted = !host.startsWith('/') && config.ssl !== false;
    return {
      ...config,
      port: integer('a port', String(config.port ?? (env['PGPORT'] || 5432)), 65_535),
      database: values['dbname'] ?? (path ? decodeURIComponent(path) : undefined),
      fallback_application_name: 'animal-store',
      // Also how long an operation waits for a connection that is free.
      connectionTimeoutMillis: 1000 * integer('connect_timeout', timeout, 600),
      max: integer('pool_size', max, 1000),
      ssl: isEncrypted && config.ssl,
      enableChannelBinding: isEncrypted && binding !== 'disable',
      ...(binding === 'require' && { Client: BoundClient }),
      mayBePlain: isEncrypted && tls.sslmode === 'prefer',
    };
  });
};

/**
 * The servers in a connection string, completed by the variables of psql. The message of a failure contains nothing of
 * the string except a port, the name of an option, or a file.
 */
export const parseConnectionString = (
  uri: string,
  env: NodeJS.ProcessEnv = process.env,
): E.Either<PostgresMisconfigured, readonly ServerSettings[]> =>
  E.tryCatch(
    () => parseUri(uri, env),
    (error) => postgresMisconfigured(`The PostgreSQL connection string is not valid: ${E.toError(error).message}`),
  );
