import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type Koa from 'koa';
import { assertInBounds, optionBounds } from '../bounds.ts';
import { maxHeaderSize } from '../message/request.ts';
import { type Connection, closed, type RefusedMessage, respondToParserErrors } from './respond-to-parser-errors.ts';

/** A server that waits at its stop for the requests in flight. */
export interface HttpServer {
  /** Starts listening. Rejects like `net.Server`, for example with `EADDRINUSE`. */
  readonly listen: (port: number, host: string) => Promise<AddressInfo>;
  /**
   * Accepts no new connections, responds to the requests in flight with `Connection: close`, and resolves when the last
   * connection has ended. Connections left after `grace` milliseconds, 0 to 3,600,000, are cut. A further call waits for the first.
   */
  readonly stop: (grace: number) => Promise<void>;
  /** The URL of the server while it listens, if only programs of this machine reach it; such as `http://127.0.0.1:8080`. */
  readonly localUrl: () => string | undefined;
  /** The number of open connections. */
  readonly connections: () => number;
  /** The number of connections with a request whose response is not complete. */
  readonly activeRequests: () => number;
}

/** Events of the server that its application does not see. */
export interface ServerReports {
  /** A connection could not be accepted, for example because file descriptors ran out. */
  readonly onError: (error: Error) => void;
  /** A message was not an HTTP request, so it did not reach the application. */
  readonly onRefusedMessage: (refused: RefusedMessage) => void;
}

/**
 * Limits of connections. They have the names and the meaning of `node:http`; times are in milliseconds, 1 to 3,600,000.
 */
export interface ServerLimits {
  /** The most open connections, 1 to 1,000,000. More are refused. */
  readonly maxConnections: number;
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly keepAliveTimeout: number;
  readonly connectionsCheckingInterval: number;
  /** How long a connection may be idle while a client should send or read. */
  readonly timeout: number;
}

/** The default limits of a server. */
export const serverLimits: ServerLimits = {
  maxConnections: 1_500,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Longer than the 60 s after which many balancers drop an idle connection, so that they do not use one that is closing.
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  timeout: 40_000,
};

/** Requests that may wait on one connection before the server stops reading from it. */
const maxWaiting = 10;

/** While the server stops, it closes idle connections at this interval, in milliseconds. */
const idleSweepInterval = 100;

const checkLimits = (limits: ServerLimits): ServerLimits => {
  for (const [name, value] of Object.entries(limits))
    assertInBounds(name, value, optionBounds[name as keyof ServerLimits]);
  const { headersTimeout, requestTimeout, connectionsCheckingInterval, timeout } = limits;
  if (headersTimeout > requestTimeout) throw new RangeError('headersTimeout must be at most requestTimeout');
  // Else the connection is closed before its 408.
  if (timeout <= requestTimeout + connectionsCheckingInterval)
    throw new RangeError('timeout must be greater than requestTimeout and connectionsCheckingInterval together');
  return limits;
};

/**
 * Makes an HTTP/1.1 server for a Koa application, with time limits. It sends JSON of the API where Node.js would respond by
 * itself. The requests of a connection run one after another, so none runs behind a response that ends the connection: a
 * POST behind a refused message would be executed, and its response never sent.
 */
export const createHttpServer = (
  app: Koa,
  { onError, onRefusedMessage }: ServerReports,
  overrides: Partial<ServerLimits> = {},
): HttpServer => {
  const { maxConnections, timeout, ...limits } = checkLimits({ ...serverLimits, ...overrides });
  const callback = app.callback();
  const connections = new Map<Socket, Connection>();
  let stopping: Promise<void> | undefined;

  const connect = (socket: Socket): void => {
    connections.set(socket, { last: undefined, waiting: 0 });
    socket.once('close', () => connections.delete(socket));
  };

  const run = (req: IncomingMessage, res: ServerResponse, { last }: Connection): void => {
    // The response before it has ended the connection.
    if (!req.socket.writable) return;
    if (stopping !== undefined && last === res) res.setHeader('Connection', 'close');
    void callback(req, res);
  };

  const runAfter = async (
    before: ServerResponse,
    req: IncomingMessage,
    res: ServerResponse,
    own: Connection,
  ): Promise<void> => {
    own.waiting += 1;
    if (own.waiting > maxWaiting) req.socket.pause();
    await closed(before);
    own.waiting -= 1;
    if (own.waiting === maxWaiting) req.socket.resume();
    run(req, res, own);
  };

  const handle = (req: IncomingMessage, res: ServerResponse): void => {
    const connection = connections.get(req.socket) as Connection;
    const before = connection.last;
    connection.last = res;
    // An idle connection keeps nothing of its last request. A fault of a body that is still read needs both.
    const forget = (): void => {
      if (connection.last === res) connection.last = undefined;
    };
    res.on('close', () => (req.complete ? forget() : req.on('close', forget)));
    if (before === undefined || before.closed) run(req, res, connection);
    else void runAfter(before, req, res, connection);
  };

  const server = createServer({
    ...limits,
    maxHeaderSize,
    // Repeated lines become one value, which every check of the header refuses. Node.js would use the first line.
    joinDuplicateHeaders: true,
    // A request without a body gets no stream, whose events take time.
    optimizeEmptyRequests: true,
    // The API responds to a missing Host, because Node.js would respond without a body.
    requireHostHeader: false,
    // A server may ignore `Upgrade` (RFC 9110, section 7.8). Else Node.js would drop the body of such a request.
    shouldUpgradeCallback: () => false,
  })
    .on('connection', connect)
    .on('request', handle)
    .on('checkContinue', handle)
    .on('checkExpectation', handle)
    .on(
      'clientError',
      respondToParserErrors((socket) => connections.get(socket), onRefusedMessage),
    );
  server.timeout = timeout;
  server.maxConnections = maxConnections;
  // No limit by count, because Node.js would drop further headers silently. `maxHeaderSize` limits them (431).
  server.maxHeadersCount = 0;

  const unfinished = (): readonly ServerResponse[] =>
    [...connections.values()].flatMap(({ last }) => (last === undefined || last.closed ? [] : [last]));

  const end = async (grace: number): Promise<void> => {
    const ended = once(server, 'close');
    server.close();
    // Only the last response of a connection gets this header, because it would cut off a later one.
    for (const res of unfinished()) if (!res.headersSent) res.setHeader('Connection', 'close');
    for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy();
    const sweep = setInterval(() => server.closeIdleConnections(), idleSweepInterval);
    const deadline = setTimeout(() => {
      for (const socket of connections.keys()) socket.destroy();
    }, grace);
    await ended;
    // `close` of the server fires before that of its sockets, in which aborted requests are reported.
    await Promise.all([...connections.keys()].map((socket) => once(socket, 'close')));
    clearInterval(sweep);
    clearTimeout(deadline);
  };

  return {
    localUrl: () => {
      const { address = '', port } = (server.address() ?? {}) as Partial<AddressInfo>;
      if (address === '::1') return `http://[::1]:${port}`;
      return address.startsWith('127.') ? `http://${address}:${port}` : undefined;
    },
    connections: () => connections.size,
    activeRequests: () => unfinished().length,

    listen: async (port, host) => {
      server.listen(port, host);
      await once(server, 'listening');
      server.on('error', onError);
      return server.address() as AddressInfo;
    },

    stop: async (grace) => {
      assertInBounds('grace', grace, optionBounds.grace);
      if (server.listening) stopping = end(grace);
      await stopping;
    },
  };
};
