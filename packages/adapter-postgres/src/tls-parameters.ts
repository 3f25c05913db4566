import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The parameters on TLS, https://www.postgresql.org/docs/current/libpq-ssl.html. */
export type TlsParameters = { readonly [Name in 'sslmode' | 'sslrootcert' | 'sslcert' | 'sslkey']?: string };

const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'];

/**
 * The parameters in the form in which pg-connection-string gives them the meaning that libpq does, or the problem with them.
 * Two are stricter than in libpq: a certificate without `sslmode` means `require`, and `allow` means `prefer`.
 */
export const tlsParameters = ({ sslmode, sslrootcert, sslcert, sslkey }: TlsParameters): TlsParameters | string => {
  const implied = sslrootcert || sslcert || sslkey ? 'require' : 'prefer';
  const mode = sslmode ?? (sslrootcert === 'system' ? 'verify-full' : implied);
  if (!modes.includes(mode)) return `sslmode must be one of ${modes.join(', ')}`;
  if (!sslcert !== !sslkey) return 'sslcert and sslkey must be given together';
  if (sslrootcert === 'system' && mode !== 'verify-full') return 'sslrootcert=system needs sslmode=verify-full';
  const ofUser = join(homedir(), '.postgresql', 'root.crt');
  const root = sslrootcert ?? (modes.indexOf(mode) > 2 && existsSync(ofUser) ? ofUser : undefined);
  if (mode === 'verify-ca' && !root) return 'sslmode=verify-ca needs sslrootcert; verify-full does not';
  return {
    sslmode: mode === 'allow' ? 'prefer' : mode,
    // Without a file, Node.js trusts its own list of authorities.
    ...(root && root !== 'system' && { sslrootcert: root }),
    ...(sslcert && sslkey && { sslcert, sslkey }),
  };
};
