// The driver reads a connection string for one server and ignores options that it does not know, so several hosts and a misspelt option
// are looked for here.
import type { PoolConfig } from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';
import { unusable } from './errors.ts';

/** How the driver connects to a server. It is plain if it `mayBePlain` and the server has no TLS. */
export type ServerSettings = PoolConfig & { readonly max: number; readonly mayBePlain: boolean };

const words = (text: string): readonly string[] => text.split(' ');

/** The supported values of some options. The adapter always uses a server that can be written to, and no GSSAPI. */
const choices: Readonly<Record<string, readonly string[]>> = {
  sslmode: words('disable prefer require no-verify verify-ca verify-full'),
  ssl: words('true false'),
  sslnegotiation: words('postgres direct'),
  channel_binding: words('disable prefer'),
  gssencmode: words('disable prefer'),
  target_session_attrs: words('any read-write primary'),
};
const used = words(
  'user password host port application_name options sslrootcert sslcert sslkey connect_timeout pool_size',
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

/** The options of a string. A wrong or misspelt one is refused: without its `sslmode`, a password would be sent in plain text. */
const optionsOf = (query: string): Readonly<Record<string, string>> => {
  const { PGSSLMODE: sslmode } = process.env;
  const options = Object.fromEntries([...(sslmode ? [['sslmode', sslmode]] : []), ...new URLSearchParams(query)]);
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) refuse(`the option ${unknown} is not known; known are ${known.join(', ')}`);
  for (const [name, supported] of Object.entries(choices))
    if (name in options && !supported.includes(options[name] ?? ''))
      refuse(`${name} must be one of ${supported.join(', ')}`);
  return options;
};

/** The options of TLS, in the words of libpq. If the string has none, the connection is encrypted if the server can. */
const tlsOf = ({ sslmode, ssl, sslnegotiation, sslrootcert = '', sslcert }: Readonly<Record<string, string>>) => {
  const isSystem = sslrootcert === 'system';
  const implied = sslrootcert || sslcert || sslnegotiation === 'direct' ? 'require' : 'prefer';
  const ofSsl = { true: 'verify-full', false: 'disable' }[ssl ?? ''];
  const mode = sslmode ?? ofSsl ?? (isSystem ? 'verify-full' : implied);
  if (isSystem && mode !== 'verify-full') refuse('sslrootcert=system needs sslmode=verify-full');
  return { sslmode: mode.replace('no-verify', 'require'), sslrootcert: isSystem ? '' : sslrootcert };
};

/**
 * The servers in a connection string. It reads the files of `sslrootcert`, `sslcert` and `sslkey`. Throws a `PostgresError`, whose
 * message has nothing of the string except the name of an option or a file.
 */
export const readServers = (uri: string): readonly ServerSettings[] => {
  const [, start = '', hosts = '', path = '', query = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(\/[^?#@]*)?(?:\?([^#@]*))?$/.exec(uri) ??
    refuse('it must be postgresql://user:password@host/database, with %40 for @, %2F for /, %3F for ? and %23 for #');
  const { connect_timeout: timeout = '2', pool_size: max = '10', ...options } = optionsOf(query);
  const tls = tlsOf(options);
  const forDriver = new URLSearchParams({ ...options, ...tls });
  for (const name of [...ignored, 'ssl']) forDriver.delete(name);

  const read = (host: string): PoolConfig => {
    try {
      return toClientConfig(parse(`${start}${host}${path}?${forDriver}`, { useLibpqCompat: true }));
    } catch (error) {
      return refuse(error instanceof Error && 'syscall' in error ? error.message : 'the driver cannot read it');
    }
  };
  return hosts.split(',').map((given) => {
    const config = read(given);
    const host = config.host || process.env['PGHOST'] || 'localhost';
    if (host.includes(',')) refuse('several hosts must be given as postgresql://one:1,two:2/');
    // Like libpq, it does not encrypt a socket.
    const ssl = !host.startsWith('/') && (config.ssl ?? false);
    return {
      ...config,
      host,
      ssl,
      fallback_application_name: 'animal-store',
      // Also how long an operation waits for a connection that is free.
      connectionTimeoutMillis: 1000 * integer('connect_timeout', timeout, 600),
      max: integer('pool_size', max, 1000),
      mayBePlain: ssl !== false && tls.sslmode === 'prefer',
    };
  });
};
