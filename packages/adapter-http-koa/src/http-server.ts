import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { answerParserErrors } from './answer-parser-errors.ts';
import { createExchanges } from './exchanges.ts';

/** A server that can be stopped without cutting anybody off. */
export interface HttpServer {
  /** Begins to listen; fails as `net.Server` does, with `EADDRINUSE` for example. */
  readonly listen: (port: number, host: string) => Promise<AddressInfo>;
  /**
   * Takes no new connection, answers what is under way with `Connection: close`, and ends when the last connection
   * has; those that are left after `grace` milliseconds are cut.
   */
  readonly stop: (grace: number) => Promise<void>;
}

const seconds = 1_000;

/** How often, in milliseconds, connections that have become idle are closed while the server stops. */
const idleSweepInterval = 100;

/**
 * Makes the HTTP/1.1 server around a listener of `createHttpApi`: time limits, and no answer that is not the API's.
 * `onError` is told when a connection could not be accepted, for want of file descriptors for example.
 */
export const createHttpServer = (listener: RequestListener, onError: (error: Error) => void): HttpServer => {
  const exchanges = createExchanges();
  const unusedSockets = new Set<Socket>();
  let isStopping = false;

  const handle = (req: IncomingMessage, res: ServerResponse): void => {
    unusedSockets.delete(req.socket);
    exchanges.add({ req, res });
    if (isStopping) res.setHeader('Connection', 'close');
    listener(req, res as Parameters<RequestListener>[1]);
  };

  const handleConnect = async (req: IncomingMessage, socket: Duplex): Promise<void> => {
    socket.on('error', () => socket.destroy());
    await Promise.all(exchanges.openOn(req.socket).map(({ res }) => once(res, 'close')));
    const res = new ServerResponse(req);
    res.assignSocket(req.socket);
    res.setHeader('Connection', 'close');
    res.once('finish', () => req.socket.destroySoon());
    handle(req, res);
  };

  const server = createServer({
    headersTimeout: 10 * seconds,
    requestTimeout: 30 * seconds,
    keepAliveTimeout: 65 * seconds,
    connectionsCheckingInterval: 1 * seconds,
    // A missing Host is answered by the API, for Node.js would do it without a body.
    requireHostHeader: false,
    // Two Authorization headers become one value that is no credential; by default the first would win.
    joinDuplicateHeaders: true,
  })
    .on('connection', (socket) => {
      unusedSockets.add(socket);
      socket.once('close', () => unusedSockets.delete(socket));
    })
    .on('request', handle)
    .on('checkContinue', handle)
    .on('checkExpectation', handle)
    .on('connect', handleConnect)
    .on('clientError', answerParserErrors(exchanges));
  // By default headers beyond the 2,000th are dropped in silence; their total size is bounded anyhow.
  server.maxHeadersCount = 0;

  return {
    listen: async (port, host) => {
      server.listen(port, host);
      await once(server, 'listening');
      server.on('error', onError);
      return server.address() as AddressInfo;
    },

    stop: async (grace) => {
      if (!server.listening) return;
      isStopping = true;
      const closed = once(server, 'close');
      server.close();
      for (const { res } of exchanges.open()) if (!res.headersSent) res.setHeader('Connection', 'close');
      for (const socket of unusedSockets) socket.destroy();
      const sweep = setInterval(() => server.closeIdleConnections(), idleSweepInterval);
      const deadline = setTimeout(() => server.closeAllConnections(), grace);
      await closed;
      clearInterval(sweep);
      clearTimeout(deadline);
    },
  };
};
