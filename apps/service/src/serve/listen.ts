import type { HttpServer } from '@animal-store/adapter-http-koa';
import { either as E, type taskEither as TE } from 'fp-ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { AddressUnusable } from '../start-failure.ts';

const problems: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken',
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

type Listener = Pick<HttpServer, 'listen'>;

/**
 * Begins to listen and returns the URL at which this machine reaches the server. `::` is every address of both families, or
 * every IPv4 address if the machine has no IPv6. `variables` names those that set the address.
 */
export const listen =
  (server: Listener, host: string, port: number, variables: string): TE.TaskEither<AddressUnusable, string> =>
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

/** The port of the metrics if ADMIN_PORT is absent. If it is taken, the service starts without metrics. */
const defaultAdminPort = 9090;

/** Where a service listens. */
export interface Addresses {
  /** The URL of the API, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** The URL of the metrics, if they are on. */
  readonly metricsUrl?: string;
  /** Why the metrics are off although ADMIN_PORT does not turn them off. */
  readonly warning?: string;
}

/** Begins to listen on the addresses of the API and of the metrics, in this order, because the API may take the port of both. */
export const listenOnBoth =
  (
    { server, admin }: { readonly server: Listener; readonly admin: Listener },
    { HOST, PORT, ADMIN_HOST, ADMIN_PORT }: Configuration,
  ): TE.TaskEither<AddressUnusable, Addresses> =>
  async () => {
    const api = await listen(server, HOST, PORT, 'HOST or PORT')();
    if (E.isLeft(api)) return api;
    const url = api.right;
    if (ADMIN_PORT === 0) return E.right({ url });
    const metrics = await listen(admin, ADMIN_HOST, ADMIN_PORT ?? defaultAdminPort, 'ADMIN_HOST or ADMIN_PORT')();
    if (E.isRight(metrics)) return E.right({ url, metricsUrl: `${metrics.right}/metrics` });
    if (ADMIN_PORT === undefined) return E.right({ url, warning: `no metrics: ${metrics.left.message}` });
    return metrics;
  };
