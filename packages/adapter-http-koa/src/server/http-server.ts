import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ConnectionLimits, connectionLimits, maxHeaderSize, type TimeLimits, timeLimits } from '../limits.ts';
import { neverThrow } from '../never-throw.ts';
import { validateServerLimits } from '../validate-options.ts';
import { createCompactRequest } from './compact-request.ts';
import { createConnections } from './connections.ts';
import { type RefusedMessage, respondToParserErrors, tooManyPieces } from './respond-to-parser-errors.ts';

/** A server that can be stopped without cutting anybody off. */
export interface HttpServer {
  /** Begins to listen; fails as `net.Server` does, with `EADDRINUSE` for example. */
  readonly listen: (port: number, host: string) => Promise<AddressInfo>;
  /**
   * Takes no new connection, answers what is under way with `Connection: close`, and ends when the last connection
   * has; those that are left after `grace` milliseconds are cut.
   */
  readonly stop: (grace: number) => Promise<void>;
  /** How many requests are unanswered. */
  readonly activeRequests: () => number;
}

/** What a server tells of itself, beside what its listener does. */
export interface ServerReports {
  /** A connection could not be accepted, for want of file descriptors for example. */
  readonly onError: (error: Error) => void;
  /** What came was no HTTP request, so that no listener ever saw it. */
  readonly onRefusedMessage: (refused: RefusedMessage) => void;
}

/** How often, in milliseconds, connections that have become idle are closed while the server stops. */
const idleSweepInterval = 100;

/** The limits of a server. */
export type ServerLimits = TimeLimits & ConnectionLimits;

/**
 * Makes the HTTP/1.1 server around a listener of `createHttpApi`: time limits, and no answer that is not the API's.
 * Invalid limits throw a `TypeError` or `RangeError` that names all of them.
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

  // What follows an answer with `Connection: close` must not be processed (RFC 9112, section 9.6).
  const isClosing = (socket: Socket): boolean => connections.lastOn(socket)?.res.getHeader('Connection') === 'close';

  const handle = (req: IncomingMessage, res: ServerResponse): void => {
    if (isClosing(req.socket)) return;
    if (!connections.add({ req, res })) return;
    if (isStopping) res.setHeader('Connection', 'close');
    listener(req, res as Parameters<RequestListener>[1]);
  };

  const handleConnect = async (req: IncomingMessage, socket: Duplex): Promise<void> => {
    socket.on('error', () => socket.destroy());
    // Node.js has let go of the connection: nobody else reads on.
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
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionsCheckingInterval: limits.connectionsCheckingInterval,
    IncomingMessage: createCompactRequest((socket) => {
      connections.stopReading(socket);
      void respondToClientError(tooManyPieces(), socket);
    }),
    maxHeaderSize,
    // A missing Host is answered by the API, for Node.js would do it without a body.
    requireHostHeader: false,
    // Two Authorization headers become one value that is no credential; by default the first would win.
    joinDuplicateHeaders: true,
  })
    .on('connection', connections.connect)
    .on('request', handle)
    .on('checkContinue', handle)
    .on('checkExpectation', handle)
    .on('connect', handleConnect)
    .on('clientError', respondToClientError);
  // By default headers beyond the 2,000th are dropped in silence; their total size is bounded anyhow.
  server.maxHeadersCount = 0;

  return {
    activeRequests: connections.count,

    listen: async (port, host) => {
      server.listen(port, host);
      await once(server, 'listening');
      server.on('error', neverThrow('onError', onError));
      const sweep = setInterval(connections.cutSlowReaders, limits.connectionsCheckingInterval).unref();
      server.once('close', () => clearInterval(sweep));
      return server.address() as AddressInfo;
    },

    stop: async (grace) => {
      if (!server.listening) return;
      isStopping = true;
      const closed = once(server, 'close');
      server.close();
      for (const { req, res } of connections.open()) {
        // Only on the last answer of a connection: it would cut off those that come after it.
        if (!res.headersSent && connections.lastOn(req.socket)?.res === res) res.setHeader('Connection', 'close');
      }
      for (const socket of connections.unused()) socket.destroy();
      const sweep = setInterval(() => server.closeIdleConnections(), idleSweepInterval);
      const deadline = setTimeout(() => {
        server.closeAllConnections();
        // Node.js no longer knows the connection of a CONNECT.
        for (const { req } of connections.open()) req.socket.destroy();
      }, grace);
      await closed;
      // The server says so before its connections do: what was cut is not reported yet.
      await Promise.all(connections.open().map(({ req }) => connections.settledOn(req.socket)));
      clearInterval(sweep);
      clearTimeout(deadline);
    },
  };
};
