import type { HttpServer } from '@animal-store/adapter-http-koa';
import { either as E, type taskEither as TE } from 'fp-ts';
import type { AddressUnusable } from '../errors.ts';

// A server listens on every address with these, and a client cannot connect to them.
const reachable: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

const urlOf = (address: string, port: number): string => {
  const host = reachable[address] ?? address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
};

/**
 * Begins to listen and returns the URL at which this machine reaches the server. `variables` names the variables that set
 * the address.
 */
export const listen =
  (server: HttpServer, host: string, port: number, variables: string): TE.TaskEither<AddressUnusable, string> =>
  async () => {
    try {
      const address = await server.listen(port, host);
      return E.right(urlOf(address.address, address.port));
    } catch (error) {
      const { code = '', syscall } = error as NodeJS.ErrnoException;
      // Any other error is a bug.
      if (syscall === undefined) throw error;
      return E.left({ _tag: 'AddressUnusable', address: `${host}:${port}`, code, variables });
    }
  };
