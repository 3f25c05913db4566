import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Cleanup } from '../bench/cleanup.ts';

/** A response of the service. */
export interface ProxiedResponse {
  readonly method: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Changes a response before the client gets it. */
export type Fault = (response: ProxiedResponse) => ProxiedResponse;

/** Starts a proxy in front of a server, with a fault in the responses under /v1. The cleanup stops it. */
export const startFaultyProxy = async (target: string, fault: Fault, cleanup: Cleanup): Promise<string> => {
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', rawHeaders } = incoming;
    const onward = request(`${target}${url}`, { method, headers: rawHeaders }, async (response) => {
      const { statusCode = 0, headers } = response;
      const proxied = { method, status: statusCode, headers, body: Buffer.concat(await response.toArray()) };
      const { status, body, ...broken } = url.startsWith('/v1') ? fault(proxied) : proxied;
      outgoing.writeHead(status, broken.headers).end(body);
    });
    onward.once('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup.add(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
