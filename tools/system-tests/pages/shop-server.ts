import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

/** The files of a shop's own server. It passes all other requests on to the service, under the same origin. */
export interface ShopServer {
  readonly port: number;
  /** The methods of the requests that it has passed on. */
  readonly passedOn: readonly (string | undefined)[];
  readonly stop: () => Promise<unknown>;
}

/** Each file by its path, with its media type. */
export type ShopFiles = Readonly<Record<string, readonly [type: string, text: string]>>;

const passOn = (origin: string, req: IncomingMessage, res: ServerResponse): void => {
  const { method, url, headers } = req;
  const forwarded = request(`${origin}${url}`, { method, headers });
  forwarded.on('error', () => res.destroy());
  res.on('close', () => forwarded.destroy());
  forwarded.on('response', (response) => {
    res.writeHead(response.statusCode ?? 502, response.headers);
    pipeline(response, res, () => undefined);
  });
  pipeline(req, forwarded, () => undefined);
};

/**
 * Starts a server of files that passes all other requests on to the service at an origin, like a proxy in front of
 * both.
 */
export const startShopServer = async (origin: string, files: ShopFiles): Promise<ShopServer> => {
  const passedOn: (string | undefined)[] = [];
  const server = createServer((req, res) => {
    const [type, text] = files[req.url ?? ''] ?? [];
    if (type !== undefined) return void res.writeHead(200, { 'Content-Type': type }).end(text);
    passedOn.push(req.method);
    passOn(origin, req, res);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    passedOn,
    stop: () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      return closed;
    },
  };
};
