import { existsSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { type StoreMisconfigured, storeMisconfigured } from '@animal-store/store';
import { either as E, option as O } from 'fp-ts';
import type { PoolConfig } from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';
import { BoundClient } from './bound-client.ts';

/** How the driver connects to a server. It is plain if it `mayBePlain` and the server has no TLS. */
export type ServerSettings = PoolConfig & { readonly max: number; readonly mayBePlain: boolean };
type Values = Readonly<Record<string, string>>;

/** The supported values of some parameters. The adapter always uses a server that can be written to, and no GSSAPI. */
const choices: Readonly<Record<string, readonly [string, ...string[]]>> = {
  channel_binding: ['disable', 'prefer', 'require'],
  target_session_attrs: ['any', 'read-write', 'primary'],
  gssencmode: ['disable', 'prefer'],
  sslmode: ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'],
};

/** Parameters whose variables, such as `PGSSLMODE`, the driver does not read, or not as libpq does. */
const withVariables = ['connect_timeout', ...Object.keys(choices), 'sslrootcert', 'sslcert', 'sslkey'];
const known = 'user password dbname host port application_name options pool_size'.split(' ').concat(withVariables);

/** Variables that change how libpq connects, and do not apply here. */
const unsupported =
  /^PG(?:HOSTADDR|SERVICE|REQUIRE(?:AUTH|PEER|SSL)|LOADBALANCEHOSTS|KRBSRVNAME|GSSLIB|GSSDELEGATION|SSL(?:NEGOTIATION|CRL|CRLDIR|SNI|COMPRESSION|CERTMODE)|(?:SSL)?M(?:IN|AX)PROTOCOLVERSION)$/;

// `parseConnectionString` turns it into a Left.
const refuse = (problem: string): never => {
  throw new Error(problem);
};

const integer = (name: string, text: string, max: number): number =>
  /^[1-9]\d{0,4}$/.test(text) && Number(text) <= max ? Number(text) : refuse(`${name} must be between 1 and ${max}`);

/**
 * The TLS parameters as pg-connection-string has to get them to do what libpq does. Two are stricter than there: a certificate
 * without `sslmode` means `require`, and `allow` means `prefer`.
 */
const tlsOf = ({ sslmode, sslrootcert: root = '', sslcert, sslkey }: Values): Values => {
  if (!sslcert !== !sslkey) refuse('sslcert and sslkey must be given together');
  const implied = root || sslcert ? 'require' : 'prefer';
  const mode = sslmode ?? (root === 'system' ? 'verify-full' : implied);
  if (root === 'system' && mode !== 'verify-full') refuse('sslrootcert=system needs sslmode=verify-full');
  // A user that the system does not know has no home.
  const ofUser = join(O.getOrElse(() => '/nonexistent')(O.tryCatch(homedir)), '.postgresql', 'root.crt');
  const isOfUser = root === '' && /^(?:require|verify)/.test(mode) && existsSync(ofUser);
  // Without a file, Node.js trusts its own list of authorities.
  return { sslmode: mode.replace('allow', 'prefer'), sslrootcert: isOfUser ? ofUser : root.replace(/^system$/, '') };
};

/** The parameters that a string has, and those that only variables have. */
const parametersOf = (query: string, env: NodeJS.ProcessEnv): Values => {
  // Only PGCONNECT_TIMEOUT has an underscore.
  const variableOf = (name: string): string => `PG${name.replaceAll(/_(?!timeout)/g, '').toUpperCase()}`;
  const defaults = withVariables.map((name) => [name, env[variableOf(name)]]).filter(([, value]) => value);
  const values: Values = Object.fromEntries([...defaults, ...new URLSearchParams(query)]);
  const unknown = Object.keys(values).find((name) => !known.includes(name));
  // If an @ follows the ?, the name may be a part of a password with a ? that is not encoded.
  const named = query.includes('@') ? 'an option' : `the option ${unknown}`;
  if (unknown !== undefined) refuse(`${named} is not known; known are ${known.join(', ')}`);
  for (const [name, supported] of Object.entries(choices))
    if (!supported.includes(values[name] ?? supported[0])) refuse(`${name} must be one of ${supported.join(', ')}`);
  return values;
};

/** The user of libpq if none is given. The system may not know the user of the process. */
const systemUser = (): string => O.getOrElse(() => '')(O.tryCatch(() => userInfo().username));

const parseUri = (uri: string, env: NodeJS.ProcessEnv): readonly ServerSettings[] => {
  const variable = Object.keys(env).find((name) => unsupported.test(name) && env[name]);
  if (variable !== undefined) refuse(`the variable ${variable} is not supported; unset it`);
  if (/%(?![\da-f]{2})/i.test(uri)) refuse('it has a % that begins no character');
  // As in libpq, a plus is not a space, and a # has no special meaning.
  const literal = uri.replaceAll(/[ +#]/g, encodeURIComponent);
  const parts = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/.exec(literal);
  const [, start = '', addresses = '', path, query = ''] = parts ?? refuse('it must begin with postgresql://');
  const values = parametersOf(query, env);
  const tls = tlsOf(values);
  const parameters = new URLSearchParams({ ...values, ...tls });
  const { connect_timeout: timeout = '2', pool_size: max = '10', channel_binding: binding } = values;

  return addresses.split(',').map((given) => {
    const address = given.replace(/^(?=:|$)/, encodeURIComponent(env['PGHOST'] || 'localhost'));
    const config = toClientConfig(parse(`${start}${address}/?${parameters}`, { useLibpqCompat: true }));
    const { host = '', port = env['PGPORT'] || '5432' } = config;
    if (host.includes(',')) refuse('several hosts must be given as postgresql://one:1,two:2/');
    // libpq does not encrypt a socket either.
    const isEncrypted = !host.startsWith('/') && config.ssl !== false;
    return {
      ...config,
      user: config.user || env['PGUSER'] || env['USER'] || systemUser(),
      port: integer('a port', String(port), 65_535),
      database: values['dbname'] ?? (path ? decodeURIComponent(path) : undefined),
      fallback_application_name: 'animal-store',
      // Also how long an operation waits for a connection that is free.
      connectionTimeoutMillis: 1000 * integer('connect_timeout', timeout, 600),
      max: integer('pool_size', max, 1000),
      ssl: isEncrypted && config.ssl,
      enableChannelBinding: isEncrypted && binding !== 'disable',
      ...(binding === 'require' && { Client: BoundClient }),
      mayBePlain: isEncrypted && tls['sslmode'] === 'prefer',
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
): E.Either<StoreMisconfigured, readonly ServerSettings[]> =>
  E.tryCatch(
    () => parseUri(uri, env),
    (error) => storeMisconfigured(`The PostgreSQL connection string is not valid: ${E.toError(error).message}`),
  );
