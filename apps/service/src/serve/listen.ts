import type { HttpServer } from '@animal-store/adapter-http-koa';
import { either as E, type taskEither as TE } from 'fp-ts';

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken by another process',
  EADDRNOTAVAIL: 'is not an address of this machine',
  // A link-local address without its zone, or a name longer than any; no IPv6 at all.
  EINVAL: 'is not an address that can be listened on',
  EAFNOSUPPORT: 'is not an address that can be listened on',
  ENOTFOUND: 'is not a host name that this machine knows',
  EAI_AGAIN: 'is not a host name that this machine knows',
  EACCES: 'needs privileges that this process does not have',
};

// What means "every address" to a server is no address to a client.
const reachable: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

const urlOf = (address: string, port: number): string => {
  const host = reachable[address] ?? address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
};

/**
 * Begins to listen and gives the URL at which this machine reaches the server. The Left is a sentence for a person;
 * `variables` names what to change.
 */
export const listen =
  (server: HttpServer, host: string, port: number, variables: string): TE.TaskEither<string, string> =>
  async () => {
    try {
      const address = await server.listen(port, host);
      return E.right(urlOf(address.address, address.port));
    } catch (error) {
      const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
      if (reason === undefined) throw error;
      return E.left(`${host}:${port} ${reason}; ${variables} can name another one`);
    }
  };
