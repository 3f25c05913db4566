// The driver reads a connection string for one server, and ignores an option that it does not know, such as a misspelt `sslmode`.
import { either as E } from 'fp-ts';
import type { PoolConfig } from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';
import { unusable } from './errors.ts';

/** How the driver connects to a server. It is plain if it `mayBePlain` and the server has no TLS. */
export type ServerSettings = PoolConfig & { readonly max: number; readonly mayBePlain: boolean };

const words = (text: string): readonly string[] => text.split(' ');

/** The supported values of some options. The adapter always uses a server that can be written to, and no GSSAPI. */
const choices: Readonly<Record<string, readonly string[]>> = {
  sslmode: words('disable prefer require verify-ca verify-full'),
  channel_binding: words('disable prefer'),
  gssencmode: words('disable prefer'),
  target_session_attrs: words('any read-write primary'),
};
const used = words(
  'user password host port application_name options sslrootcert sslcert sslkey sslnegotiation connect_timeout pool_size',
);
// Managed databases put these into their strings, for other drivers. They change nothing here.
const ignored = words(
  'keepalives keepalives_idle keepalives_interval keepalives_count tcp_user_timeout sslsni sslcompression client_encoding fallback_application_name pgbouncer prepared_statements statement_cache_size connection_limit pool_timeout uselibpqcompat supa',
);
const known = [...Object.keys(choices), ...used, ...ignored];

const refuse = (problem: string): never => {
  throw unusable(`the connection string is not valid: ${problem}`);
};

const integer = (name: string, text: string, max: number): number =>
  /^[1-9]\d*$/.test(text) && Number(text) <= max ? Number(text) : refuse(`${name} must be between 1 and ${max}`);

/** The options of a string, for the driver. Those of TLS mean what they mean in libpq. */
const optionsOf = (query: string): Readonly<Record<string, string>> => {
  const given: Readonly<Record<string, string>> = Object.fromEntries(new URLSearchParams(query));
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) refuse(`the option ${unknown} is not known; known are ${known.join(', ')}`);
  const sslmode = process.env['PGSSLMODE'] || (given['sslrootcert'] || given['sslcert'] ? 'require' : 'prefer');
  const options = { sslmode, ...given, uselibpqcompat: 'true' };
  for (const [name, value] of Object.entries(options))
    if (choices[name]?.includes(value) === false) refuse(`${name} must be one of ${choices[name].join(', ')}`);
  return options;
};

/**
 * The servers in a connection string. It reads the files of `sslrootcert`, `sslcert` and `sslkey`. Throws a `PostgresError`, whose
 * message has nothing of the string except the name of an option or a file.
 */
export const readServers = (uri: string): readonly ServerSettings[] => {
  const [, start = '', hosts = '', path = '', query = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(\/[^?#@]*)?(?:\?([^#@]*))?$/.exec(uri) ??
    refuse('it must be postgresql://user:password@host/database, with %40 for @, %2F for /, %3F for ? and %23 for #');
  const options = optionsOf(query);
  const { connect_timeout: timeout = '2', pool_size: max = '10', host = '' } = options;
  if (host.includes(',')) refuse('several hosts must be given as postgresql://one:1,two:2/');

  return hosts.split(',').map((server) => {
    const read = () => toClientConfig(parse(`${start}${server}${path}?${new URLSearchParams(options)}`));
    const config: PoolConfig = E.getOrElseW(({ message }: Error) => refuse(message))(E.tryCatch(read, E.toError));
    // Like libpq, it does not encrypt a socket.
    const ssl = !config.host?.startsWith('/') && (config.ssl ?? false);
    return {
      ...config,
      ssl,
      fallback_application_name: 'animal-store',
      // Also how long an operation waits for a connection that is free.
      connectionTimeoutMillis: 1000 * integer('connect_timeout', timeout, 600),
      max: integer('pool_size', max, 1000),
      mayBePlain: ssl !== false && options['sslmode'] === 'prefer',
    };
  });
};
