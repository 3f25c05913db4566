import type { HttpServer } from '@animal-store/adapter-http-koa';
import { either as E, type taskEither as TE } from 'fp-ts';
import type { AddressUnusable } from '../errors.ts';

const problems: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken by another process',
  EADDRNOTAVAIL: 'is not an address of this machine',
  EINVAL: 'is not an address that can be listened on',
  EAFNOSUPPORT: 'is not an address that can be listened on',
  ENOTFOUND: 'is not a host name that this machine knows',
  EAI_AGAIN: 'is not a host name that this machine knows',
  EACCES: 'needs privileges that this process does not have',
};

// A kernel without IPv6 fails with one of these.
const withoutIPv6: ReadonlySet<string> = new Set(['EAFNOSUPPORT', 'EADDRNOTAVAIL', 'EINVAL']);

const codeOf = (error: unknown): string => {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  // Any other error is a bug.
  if (syscall === undefined) throw error;
  return code;
};

// For an address that means every address of the machine, one to which a client can connect.
const reachable: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '127.0.0.1' };

/**
 * Begins to listen and returns the URL at which this machine reaches the server. `::` is every address of both families, or
 * every IPv4 address if the machine has no IPv6. `variables` names those that set the address.
 */
export const listen =
  (server: HttpServer, host: string, port: number, variables: string): TE.TaskEither<AddressUnusable, string> =>
  async () => {
    try {
      const { address, port: taken } = await server.listen(port, host);
      const shown = reachable[address] ?? address;
      return E.right(`http://${shown.includes(':') ? `[${shown}]` : shown}:${taken}`);
    } catch (error) {
      const code = codeOf(error);
      if (host === '::' && withoutIPv6.has(code)) return listen(server, '0.0.0.0', port, variables)();
      const problem = problems[code] ?? `cannot be listened on (${code})`;
      return E.left({ _tag: 'AddressUnusable', message: `${host}:${port} ${problem}; choose another ${variables}` });
    }
  };
