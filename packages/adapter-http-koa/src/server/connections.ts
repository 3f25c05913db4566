import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TrackedConnection, TrackedRequest } from '../client-connection.ts';
import type { ConnectionLimits, TimeLimits } from '../limits.ts';
import { createStrangers } from '../strangers/strangers.ts';
import { connectionToClose, connectionToCut } from './choose-connection.ts';
import { type Connection, createConnection, type PendingRequest } from './connection.ts';
import { cutOff, dropBody, ignoreRest } from './parser-shortcuts.ts';
import { reset } from './reset.ts';

/** Tracks the connections of a server and their unanswered requests, and limits what they hold. */
export interface Connections {
  /** Registers a new connection, and closes another one if there are too many. */
  readonly connect: (socket: Socket) => void;
  /** Registers a request. Returns false if its connection is closing or cut off and the request must not be handled. */
  readonly add: (req: IncomingMessage, res: ServerResponse) => boolean;
  readonly open: () => readonly PendingRequest[];
  /** The number of unanswered requests. */
  readonly count: () => number;
  /** The number of connections. */
  readonly size: () => number;
  readonly openOn: (socket: Socket) => readonly PendingRequest[];
  /** Resolves when every request that is unanswered on the connection now has its response or is lost. */
  readonly settledOn: (socket: Socket) => Promise<unknown>;
  readonly lastOn: (socket: Socket) => PendingRequest | undefined;
  /** Stops reading from a connection in the middle of a body, regardless of its requests. */
  readonly stopReading: (socket: Socket) => void;
  /** Closes a connection after its last response, unless its client closes it. */
  readonly close: (socket: Socket) => void;
  /** Connections that have received nothing. */
  readonly unused: () => readonly Socket[];
  /** Ends connections whose client takes too long to read a response, or to send another request. */
  readonly sweep: () => void;
}

/**
 * Makes the registry of the connections of one server.
 *
 * One Set of all open requests would be simpler and far slower. V8 rebuilds the table of a Set repeatedly while entries
 * come and go, and each old table refers to the next one. If one of them reaches the old generation, it keeps all later
 * requests in memory.
 */
export const createConnections = (
  limits: ConnectionLimits & Pick<TimeLimits, 'responseTimeout' | 'keepAliveTimeout'>,
): Connections => {
  const { maxConnections, maxUnansweredRead, maxUnanswered, maxUnansweredInAll } = limits;
  const { responseTimeout, keepAliveTimeout } = limits;
  const connections = new Map<Socket, Connection>();
  const strangers = createStrangers(limits);
  let count = 0;
  let requests = 0;
  const openOn = (socket: Socket): readonly PendingRequest[] => connections.get(socket)?.open ?? [];
  const closed = ({ res }: PendingRequest): Promise<void> => new Promise((resolve) => res.once('close', resolve));

  const makeRoom = (newcomer: Connection): void => {
    const { key, socket } = connectionToClose([...connections.values()], newcomer, limits);
    // What an unknown client has not read is dropped with its connection.
    if (key === undefined) reset(socket);
    else socket.destroy();
  };

  const remove = (connection: Connection, request: PendingRequest): void => {
    const index = connection.open.indexOf(request);
    if (index < 0) return;
    connection.open.splice(index, 1);
    count -= 1;
    if (!request.isAccepted) {
      connection.isOwing = true;
      // One of an unknown connection was counted when it came.
      if (connection.isKnown()) strangers.countUnknown(connection);
    }
    // Read here, while the response is in the cache of the processor.
    connection.isClosing ||= request.res.getHeader('Connection') === 'close';
    if (connection.isCrowded && connection.open.length <= maxUnansweredRead) {
      connection.isCrowded = false;
      connection.read();
    }
  };

  /** Lets the connection end with its last request so far, when its client has read everything. */
  const closeAfterLast = (connection: Connection): void => {
    const { last } = connection;
    connection.endWithClient();
    if (last?.res.headersSent === false) last.res.setHeader('Connection', 'close');
    else connection.isClosing = true;
  };

  const waitToSend = (connection: Connection, bytes: number): Promise<void> | undefined => {
    const { socket, bytesWithoutKey } = connection;
    connection.bytesWithoutKey += bytes;
    if (socket.destroyed) return undefined;
    const { promise, resolve } = Promise.withResolvers<void>();
    const leave = strangers.enterStatic(bytesWithoutKey, bytes, () => {
      connection.resetLater();
      resolve();
    });
    if (leave === undefined) return undefined;
    closeAfterLast(connection);
    connection.onClose.push(leave, resolve);
    return promise;
  };

  const clientConnection = (connection: Connection): TrackedConnection => ({
    accept: (req, key) => {
      const request = connection.open.find((each) => each.req === req);
      if (request !== undefined) request.isAccepted = true;
      strangers.countKnown();
      const wasKnown = connection.isKnown();
      connection.key = key;
      connection.wasKnown = true;
      if (!wasKnown && !connection.isOwing) strangers.leave(connection);
    },
    reject: () => {
      // Another client behind the same proxy may wait for the response to its valid request.
      if (!connection.open.some(({ isAccepted }) => isAccepted)) connection.key = undefined;
    },
    waitToSend: (bytes) => waitToSend(connection, bytes),
  });

  return {
    connect: (socket) => {
      const connection = createConnection(socket, responseTimeout);
      connection.client = clientConnection(connection);
      connections.set(socket, connection);
      socket.once('close', () => {
        connections.delete(socket);
        strangers.leave(connection);
        // The report and the slot of a request need the `close` of its response, which Node.js does not emit before a CONNECT.
        for (const { res } of connection.open) res.destroy();
        for (const task of connection.onClose) task();
      });
      strangers.enter(connection);
      if (connections.size > maxConnections) makeRoom(connection);
    },

    add: (req: TrackedRequest, res) => {
      const { socket } = req;
      const connection = connections.get(socket);
      if (connection === undefined) return true;
      const { open } = connection;
      // Requests after a response with `Connection: close` must not be processed (RFC 9112, section 9.6).
      if (connection.isClosing || open.at(-1)?.res.getHeader('Connection') === 'close') {
        ignoreRest(socket);
        return false;
      }
      if (open.length >= maxUnanswered) cutOff(socket);
      if (socket.destroyed) return false;

      const request: PendingRequest = { req, res, isAccepted: false };
      req.clientConnection = connection.client;
      connection.last = request;
      requests += 1;
      connection.lastUsed = requests;
      open.push(request);
      count += 1;
      res.on('close', () => remove(connection, request));
      if (!connection.isKnown()) {
        strangers.countUnknown(connection);
        if (!connection.wasKnown && strangers.isSpent(socket.bytesWritten)) closeAfterLast(connection);
      }
      if (open.length > maxUnansweredRead && !connection.isCrowded) {
        connection.isCrowded = true;
        socket.pause();
      }
      if (count > maxUnansweredInAll) {
        const victim = connectionToCut([...connections.values()], connection, limits);
        if (victim !== undefined) reset(victim.socket);
      }
      return !socket.destroyed;
    },

    count: () => count,
    size: () => connections.size,
    open: () => [...connections.values()].flatMap(({ open }) => open),
    openOn,
    settledOn: (socket) => Promise.all(openOn(socket).map(closed)),
    lastOn: (socket) => connections.get(socket)?.last,
    stopReading: (socket) => {
      const connection = connections.get(socket);
      if (connection !== undefined) connection.isStopped = true;
      dropBody(socket);
      socket.pause();
    },
    close: (socket) => {
      if (connections.get(socket)?.isEnding !== true) socket.destroy();
    },
    unused: () => [...connections.keys()].filter(({ bytesRead }) => bytesRead === 0),

    sweep: () => {
      const now = performance.now();
      for (const [socket, connection] of connections) {
        const unread = connection.open[0]?.res;
        const what = unread ?? socket.bytesRead;
        // Node.js limits the time before the first request, and the time to send any request.
        const isWaiting = unread === undefined ? connection.last !== undefined : unread.writableEnded;
        if (!isWaiting) connection.waiting = undefined;
        else if (connection.waiting?.for !== what) connection.waiting = { for: what, since: now };
        else if (unread === undefined) {
          if (keepAliveTimeout > 0 && now - connection.waiting.since >= keepAliveTimeout) socket.destroy();
        } else if (now - connection.waiting.since >= responseTimeout) reset(socket);
      }
    },
  };
};
