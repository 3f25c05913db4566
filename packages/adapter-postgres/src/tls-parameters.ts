import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The parameters on TLS, https://www.postgresql.org/docs/current/libpq-ssl.html. */
export interface TlsParameters {
  readonly sslmode?: string;
  readonly sslnegotiation?: string;
  readonly sslrootcert?: string;
  readonly sslcert?: string;
  readonly sslkey?: string;
}

const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];
const isStrict = (mode: string): boolean => modes.indexOf(mode) >= modes.indexOf('require');

/**
 * The parameters in the form in which pg-connection-string gives them the meaning that libpq does, or the problem with them.
 * Stricter than libpq: a certificate without `sslmode` means `require`, and `allow` means `prefer`.
 */
export const tlsParameters = (given: TlsParameters): TlsParameters | string => {
  const { sslcert, sslkey, sslnegotiation, sslrootcert: root } = given;
  const implied = root || sslcert || sslkey ? 'require' : 'prefer';
  const mode = given.sslmode ?? (root === 'system' ? 'verify-full' : implied);
  if (!modes.includes(mode)) return `sslmode must be one of ${modes.join(', ')}`;
  if (sslnegotiation === 'direct' && !isStrict(mode)) return 'sslnegotiation=direct needs sslmode=require or stricter';
  if (!sslcert !== !sslkey) return 'sslcert and sslkey must be given together';
  if (root === 'system' && mode !== 'verify-full') return 'sslrootcert=system needs sslmode=verify-full';
  const ofUser = join(homedir(), '.postgresql', 'root.crt');
  const sslrootcert = root ?? (isStrict(mode) && existsSync(ofUser) ? ofUser : undefined);
  if (mode === 'verify-ca' && !sslrootcert) return 'sslmode=verify-ca needs sslrootcert; verify-full does not';
  return {
    sslmode: mode === 'allow' ? 'prefer' : mode,
    ...(sslnegotiation && { sslnegotiation }),
    // Without a file, Node.js trusts its own list of authorities.
    ...(sslrootcert && sslrootcert !== 'system' && { sslrootcert }),
    ...(sslcert && { sslcert, sslkey }),
  };
};
