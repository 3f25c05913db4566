import { once } from 'node:events';
import { createServer, type IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type Koa from 'koa';
import { beginRequest, type RequestReport } from '../message/request-report.ts';
import { closed, type RefusedMessage, respondToParserErrors } from './respond-to-parser-errors.ts';

/** A server that stops without cutting off clients. */
export interface HttpServer {
  /** Starts listening. Rejects like `net.Server`, for example with `EADDRINUSE`. */
  readonly listen: (port: number, host: string) => Promise<AddressInfo>;
  /**
   * Accepts no new connections, responds to the requests in flight with `Connection: close`, and resolves when the last
   * connection has ended. Connections left after `grace` milliseconds are cut.
   */
  readonly stop: (grace: number) => Promise<void>;
  /** The number of open connections. */
  readonly connections: () => number;
  /** The number of requests whose response is not complete. */
  readonly activeRequests: () => number;
}

/** Events of the server that its application does not see. */
export interface ServerReports {
  /** A connection could not be accepted, for example because file descriptors ran out. */
  readonly onError: (error: Error) => void;
  /** A message was not an HTTP request, so it did not reach the application. */
  readonly onRefusedMessage: (refused: RefusedMessage) => void;
  /** Called when a request ends, also if a middleware in front of the API responds. It replaces the `report` of the API. */
  readonly report?: (request: RequestReport) => void;
}

/** Limits of connections; times are in milliseconds. They have the names and the meaning of `node:http`. */
export interface ServerLimits {
  /** The most open connections. More are refused. */
  readonly maxConnections: number;
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  readonly keepAliveTimeout: number;
  readonly connectionsCheckingInterval: number;
  /** How long a connection may be idle while a client should send or read. Above `requestTimeout`, else there is no 408. */
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

/** The most bytes of the request line and the headers together. */
export const maxHeaderSize: number = 16 * 1024;

/** Requests that may wait on one connection before the server stops reading from it. */
const maxWaiting = 10;

/** While the server stops, it closes idle connections at this interval, in milliseconds. */
const idleSweepInterval = 100;

/** The request line and the headers as they were sent, without `Upgrade`. */
const withoutUpgrade = ({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer => {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = String(rawHeaders[index]);
    if (name.toLowerCase() !== 'upgrade') lines.push(`${name}: ${rawHeaders[index + 1]}`);
  }
  return Buffer.from([...lines, '', ''].join('\r\n'), 'latin1');
};

/**
 * Makes an HTTP/1.1 server for a Koa application, with time limits. It sends JSON of the API where Node.js would respond by
 * itself. The requests of a connection run one after another, so none runs behind a response that ends the connection.
 */
export const createHttpServer = (
  app: Koa,
  { onError, onRefusedMessage, report }: ServerReports,
  overrides: Partial<ServerLimits> = {},
): HttpServer => {
  const { maxConnections, timeout, ...limits } = { ...serverLimits, ...overrides };
  const callback = app.callback();
  const sockets = new Set<Socket>();
  const unanswered = new Set<ServerResponse>();
  const last = new WeakMap<Socket, ServerResponse>();
  const waiting = new WeakMap<Socket, number>();
  let isStopping = false;

  // Koa removes all headers from the response to an error that no middleware has handled, and sets these.
  app.on('error', (error, ctx?: Koa.Context) => {
    if (ctx !== undefined && ctx.body === undefined) error.headers = { ...error.headers, ...ctx.response.headers };
  });

  const connect = (socket: Socket): void => {
    if (sockets.has(socket)) return;
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      // After a CONNECT, Node.js no longer closes the responses of the connection.
      for (const res of unanswered) if (res.req.socket === socket) res.destroy();
    });
  };

  const run = (req: IncomingMessage, res: ServerResponse): void => {
    // The response before it has ended the connection, or the parser has found a fault in the body, which got the response.
    if (!req.socket.writable || res.closed || res.headersSent) return;
    if (isStopping && last.get(req.socket) === res) res.setHeader('Connection', 'close');
    void callback(req, res);
  };

  const runAfter = async (before: ServerResponse, req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { socket } = req;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count > maxWaiting) socket.pause();
    await closed(before);
    const left = (waiting.get(socket) ?? 1) - 1;
    waiting.set(socket, left);
    if (left === maxWaiting) socket.resume();
    run(req, res);
  };

  const handle = (req: IncomingMessage, res: ServerResponse): void => {
    const { socket } = req;
    const before = last.get(socket);
    last.set(socket, res);
    unanswered.add(res);
    res.once('close', () => unanswered.delete(res));
    beginRequest(req, res, report);
    if (before === undefined || before.closed) run(req, res);
    else void runAfter(before, req, res);
  };

  /** Node.js leaves the connection of a CONNECT to its listener. It gets a response like any other method. */
  const handleConnect = async (req: IncomingMessage, socket: Duplex): Promise<void> => {
    socket.on('error', () => undefined).resume();
    await closed(last.get(req.socket));
    if (!socket.writable) return;
    const res = new ServerResponse(req);
    res.assignSocket(req.socket);
    res.setHeader('Connection', 'close');
    res.once('finish', () => req.socket.destroySoon());
    handle(req, res);
  };

  /**
   * A server may ignore `Upgrade` (RFC 9110, section 7.8). Without a listener Node.js drops the bytes behind such a request,
   * its body included. So the message is parsed again without this header.
   */
  const ignoreUpgrade = async (req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const drop = (): void => void socket.destroy();
    socket.on('error', drop);
    await closed(last.get(req.socket));
    socket.off('error', drop).removeAllListeners('pause').removeAllListeners('resume');
    if (!socket.writable) return;
    socket.unshift(Buffer.concat([withoutUpgrade(req), head]));
    server.emit('connection', socket);
  };

  const server = createServer({
    ...limits,
    maxHeaderSize,
    // Repeated lines become one value, which every check of the header refuses. Node.js would use the first line.
    joinDuplicateHeaders: true,
    // The API responds to a missing Host, because Node.js would respond without a body.
    requireHostHeader: false,
  })
    .on('connection', connect)
    .on('request', handle)
    .on('checkContinue', handle)
    .on('checkExpectation', handle)
    .on('connect', handleConnect)
    .on('upgrade', ignoreUpgrade)
    .on(
      'clientError',
      respondToParserErrors((socket) => last.get(socket), onRefusedMessage),
    );
  server.timeout = timeout;
  server.maxConnections = maxConnections;
  // No limit by count, because Node.js would drop further headers silently. `maxHeaderSize` limits them (431).
  server.maxHeadersCount = 0;

  return {
    connections: () => sockets.size,
    activeRequests: () => unanswered.size,

    listen: async (port, host) => {
      server.listen(port, host);
      await once(server, 'listening');
      server.on('error', onError);
      return server.address() as AddressInfo;
    },

    stop: async (grace) => {
      if (!server.listening) return;
      isStopping = true;
      const ended = once(server, 'close');
      server.close();
      for (const res of unanswered) {
        // Only the last response of a connection gets this header, because it would cut off a later one.
        if (!res.headersSent && last.get(res.req.socket) === res) res.setHeader('Connection', 'close');
      }
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      const sweep = setInterval(() => server.closeIdleConnections(), idleSweepInterval);
      const deadline = setTimeout(() => {
        for (const socket of sockets) socket.destroy();
      }, grace);
      await ended;
      // `close` fires before the responses close, so wait until the aborted requests are reported.
      await Promise.all([...unanswered].map(closed));
      clearInterval(sweep);
      clearTimeout(deadline);
    },
  };
};
