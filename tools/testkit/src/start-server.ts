import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { onTestFinished } from 'vitest';
import type { AtEnd } from './at-end.ts';

/** Starts a server on a port that the system chooses, and returns the port. It ends with its HTTP connections after the test. */
export const startServer = async (server: Server, atEnd: AtEnd = onTestFinished): Promise<number> => {
  server.listen(0, '127.0.0.1');
  atEnd(() => {
    server.close();
    if ('closeAllConnections' in server) (server.closeAllConnections as () => void)();
  });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};
