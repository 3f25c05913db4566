import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { connectionLimits, maxHeaderSize, type ServerLimits, timeLimits } from '../limits.ts';
import { neverThrow } from '../never-throw.ts';
import { validateServerLimits } from '../validate-options.ts';
import { createCompactRequest } from './compact-request.ts';
import { createConnections } from './connections.ts';
import { announceKeepAlive } from './parser-shortcuts.ts';
import { type RefusedMessage, respondToParserErrors, tooManyPieces } from './respond-to-parser-errors.ts';

/** A server that stops without cutting off clients. */
export interface HttpServer {
  /** Starts listening. Rejects like `net.Server`, for example with `EADDRINUSE`. */
  readonly listen: (port: number, host: string) => Promise<AddressInfo>;
  /**
   * Accepts no new connections, responds to the requests in flight with `Connection: close`, and resolves when the last
   * connection has ended. Connections left after `grace` milliseconds are cut.
   */
  readonly stop: (grace: number) => Promise<void>;
  /** The number of unanswered requests. */
  readonly activeRequests: () => number;
  /** The number of open connections. */
  readonly connections: () => number;
}

/** Events of the server that its listener does not see. */
export interface ServerReports {
  /** A connection could not be accepted, for example because file descriptors ran out. */
  readonly onError: (error: Error) => void;
  /** A message was not an HTTP request, so it did not reach the listener. */
  readonly onRefusedMessage: (refused: RefusedMessage) => void;
}

/** While the server stops, it closes idle connections at this interval, in milliseconds. */
const idleSweepInterval = 100;

/**
 * Makes an HTTP/1.1 server for a listener of `createHttpApi`, with time limits. It replaces every response that Node.js
 * would send by itself with one of the API. With `strangers: 'trusted'` clients without a valid API key have the same
 * limits as others, for a server that only a proxy can reach. Invalid limits throw a `TypeError` or `RangeError` that names all of them.
 */
export const createHttpServer = (
  listener: RequestListener,
  { onError, onRefusedMessage }: ServerReports,
  overrides: Partial<ServerLimits> = {},
): HttpServer => {
  const limits: ServerLimits = { ...timeLimits, ...connectionLimits, ...overrides };
  validateServerLimits(limits);
  const connections = createConnections(limits);
  let isStopping = false;

  const handle = (req: IncomingMessage, res: ServerResponse): void => {
    if (!connections.add(req, res)) return;
    announceKeepAlive(res, limits.keepAliveTimeout);
    if (isStopping) res.setHeader('Connection', 'close');
    listener(req, res as Parameters<RequestListener>[1]);
  };

  const handleConnect = async (req: IncomingMessage, socket: Duplex): Promise<void> => {
    socket.on('error', () => undefined);
    // Node.js no longer reads from the connection of a CONNECT.
    socket.resume();
    await connections.settledOn(req.socket);
    if (!socket.writable) return;
    const res = new ServerResponse(req);
    res.assignSocket(req.socket);
    res.setHeader('Connection', 'close');
    res.once('finish', () => req.socket.destroySoon());
    handle(req, res);
  };

  const respondToClientError = respondToParserErrors(connections, neverThrow('onRefusedMessage', onRefusedMessage));

  const server = createServer({
    headersTimeout: limits.headersTimeout,
    requestTimeout: limits.requestTimeout,
    // The sweep limits it, because timers of Node.js for each request take 0.8 µs of CPU time.
    keepAliveTimeout: 0,
    connectionsCheckingInterval: limits.connectionsCheckingInterval,
    IncomingMessage: createCompactRequest((socket) => {
      connections.stopReading(socket);
      void respondToClientError(tooManyPieces(), socket);
    }),
    maxHeaderSize,
    // A request without a body emits no events of a stream, which saves 1.2 µs.
    optimizeEmptyRequests: true,
    // The API responds to a missing Host, because Node.js would respond without a body.
    requireHostHeader: false,
  })
    .on('connection', connections.connect)
    .on('request', handle)
    .on('checkContinue', handle)
    .on('checkExpectation', handle)
    .on('connect', handleConnect)
    .on('clientError', respondToClientError);
  // Node.js drops further headers silently, so a request with so many gets 431.
  server.maxHeadersCount = 0;

  return {
    activeRequests: connections.count,
    connections: connections.size,

    listen: async (port, host) => {
      server.listen(port, host);
      await once(server, 'listening');
      server.on('error', neverThrow('onError', onError));
      const sweep = setInterval(connections.sweep, limits.connectionsCheckingInterval).unref();
      server.once('close', () => clearInterval(sweep));
      return server.address() as AddressInfo;
    },

    stop: async (grace) => {
      if (!server.listening) return;
      isStopping = true;
      const closed = once(server, 'close');
      server.close();
      for (const { req, res } of connections.open()) {
        // Only the last response of a connection gets it, because it would cut off any later one.
        if (!res.headersSent && connections.lastOn(req.socket)?.res === res) res.setHeader('Connection', 'close');
      }
      for (const socket of connections.unused()) socket.destroy();
      const sweep = setInterval(() => server.closeIdleConnections(), idleSweepInterval);
      const deadline = setTimeout(() => {
        server.closeAllConnections();
        // Node.js no longer tracks the connection of a CONNECT.
        for (const { req } of connections.open()) req.socket.destroy();
      }, grace);
      await closed;
      // `close` fires before the sockets close, so wait until the aborted requests are reported.
      await Promise.all(connections.open().map(({ req }) => connections.settledOn(req.socket)));
      clearInterval(sweep);
      clearTimeout(deadline);
    },
  };
};
