import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionLimits, TimeLimits } from '../limits.ts';
import { onAuthenticated } from './authenticated-sockets.ts';
import { cutOff, dropBody } from './parser-shortcuts.ts';
import { createReadingPace, type Source } from './reading-pace.ts';

/** A request and its response. */
export interface PendingRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** Tracks the connections of a server and their unanswered requests, and limits what they hold. */
export interface Connections {
  /** Registers a new connection, and closes another one if there are too many. */
  readonly connect: (socket: Socket) => void;
  /** Registers a request. Returns false if its connection is closing or cut off and the request must not be handled. */
  readonly add: (request: PendingRequest) => boolean;
  readonly open: () => readonly PendingRequest[];
  /** The number of unanswered requests. */
  readonly count: () => number;
  readonly openOn: (socket: Socket) => readonly PendingRequest[];
  /** Resolves when every request that is unanswered on the connection now has its response or is lost. */
  readonly settledOn: (socket: Socket) => Promise<unknown>;
  readonly lastOn: (socket: Socket) => PendingRequest | undefined;
  /** Stops reading from a connection in the middle of a body, regardless of its requests. */
  readonly stopReading: (socket: Socket) => void;
  /** Connections that have received nothing. */
  readonly unused: () => readonly Socket[];
  /** Cuts off connections whose client takes too long to read a response. */
  readonly cutSlowReaders: () => void;
}

interface Connection extends Source {
  readonly open: PendingRequest[];
  /** Reads from the socket unless something holds it. */
  readonly read: () => void;
  last?: PendingRequest;
  isAuthenticated: boolean;
  isClosing: boolean;
  isCrowded: boolean;
  isPaced: boolean;
  isStopped: boolean;
  /** The response that the client is reading, and since when. */
  unread?: { readonly res: ServerResponse; readonly since: number };
}

// Node.js before 24.16 does not close the responses that wait for their turn when their connection is lost
// (nodejs/node#62534), and no version closes those before a CONNECT. The report and the slot of a request need their
// `close`. This can go when Node.js emits `close` in both cases.
const end = (res: ServerResponse): void => {
  res.destroy();
  process.nextTick(() => {
    if (!res.closed) res.emit('close');
  });
};

const createConnection = (socket: Socket): Connection => {
  const connection: Connection = {
    open: [],
    read: () => {
      if (!connection.isCrowded && !connection.isPaced && !connection.isStopped) socket.resume();
    },
    received: () => socket.bytesRead,
    isAuthenticated: false,
    isClosing: false,
    isCrowded: false,
    isPaced: false,
    isStopped: false,
    hold: () => {
      connection.isPaced = true;
      // Node.js starts reading a new connection only after this turn, even if the socket is paused before.
      process.nextTick(() => {
        if (connection.isPaced) socket.pause();
      });
    },
    release: () => {
      connection.isPaced = false;
      connection.read();
    },
  };
  // Node.js resumes the socket by itself whenever a request body is consumed.
  socket.on('resume', () => {
    if (connection.isCrowded || connection.isPaced || connection.isStopped) socket.pause();
  });
  return connection;
};

/**
 * Makes the registry of the connections of one server.
 *
 * One Set of all open requests would be simpler and far slower. V8 rebuilds the table of a Set repeatedly while entries
 * come and go, and each old table refers to the next one. If one of them reaches the old generation, it keeps all later
 * requests in memory.
 */
export const createConnections = (limits: ConnectionLimits & Pick<TimeLimits, 'responseTimeout'>): Connections => {
  const { maxConnections, maxUnansweredRead, maxUnanswered, maxUnansweredInAll } = limits;
  const connections = new Map<Socket, Connection>();
  const pace = createReadingPace(limits.unauthenticatedRate);
  let count = 0;
  const openOn = (socket: Socket): readonly PendingRequest[] => connections.get(socket)?.open ?? [];
  const closed = ({ res }: PendingRequest): Promise<void> => new Promise((resolve) => res.once('close', resolve));

  const oldest = (isWanted: (socket: Socket, connection: Connection) => boolean): Socket | undefined => {
    for (const [socket, connection] of connections) if (isWanted(socket, connection)) return socket;
    return undefined;
  };

  /** Closes the least useful connection to free a slot for a new one. Active authenticated clients come last. */
  const evict = (newcomer: Socket): void => {
    const victim =
      // A connection that has sent bytes but no request. One without bytes may still wait to be read.
      oldest((socket, { last }) => last === undefined && socket.bytesRead > 0) ??
      oldest((socket, { isAuthenticated }) => socket !== newcomer && !isAuthenticated) ??
      // The newcomer itself if all others are busy.
      oldest((_, { open }) => open.length === 0);
    victim?.destroy();
  };

  /**
   * If the connections of one kind, authenticated or not, hold too many requests, cuts off the fullest of that kind.
   */
  const cutFullest = (like: boolean): void => {
    let held = 0;
    let fullest: readonly [socket: Socket | undefined, size: number] = [undefined, 0];
    for (const [socket, { open, isAuthenticated }] of connections) {
      if (isAuthenticated !== like) continue;
      held += open.length;
      if (open.length > fullest[1]) fullest = [socket, open.length];
    }
    if (held > maxUnansweredInAll) fullest[0]?.destroy();
  };

  const remove = (connection: Connection, request: PendingRequest): void => {
    const index = connection.open.indexOf(request);
    if (index < 0) return;
    connection.open.splice(index, 1);
    count -= 1;
    // Read here, while the response is in the cache of the processor.
    connection.isClosing ||= request.res.getHeader('Connection') === 'close';
    if (connection.isCrowded && connection.open.length <= maxUnansweredRead) {
      connection.isCrowded = false;
      connection.read();
    }
  };

  return {
    connect: (socket) => {
      const connection = createConnection(socket);
      connections.set(socket, connection);
      socket.once('close', () => {
        connections.delete(socket);
        pace.leave(connection);
        for (const { res } of connection.open) end(res);
      });
      onAuthenticated(socket, () => {
        connection.isAuthenticated = true;
        pace.leave(connection);
      });
      pace.enter(connection);
      if (connections.size > maxConnections) evict(socket);
    },

    add: (request) => {
      const { socket } = request.req;
      const connection = connections.get(socket);
      if (connection === undefined) return true;
      const { open, last } = connection;
      // Requests after a response with `Connection: close` must not be processed (RFC 9112, section 9.6).
      if (connection.isClosing || (open.length > 0 && last?.res.getHeader('Connection') === 'close')) return false;
      if (open.length >= maxUnanswered) cutOff(socket);
      if (socket.destroyed) return false;

      connection.last = request;
      open.push(request);
      count += 1;
      request.res.on('close', () => remove(connection, request));
      if (connection.isAuthenticated) pace.countKnown();
      else pace.countUnknown(connection);
      if (open.length > maxUnansweredRead && !connection.isCrowded) {
        connection.isCrowded = true;
        socket.pause();
      }
      if (count > maxUnansweredInAll) cutFullest(connection.isAuthenticated);
      return !socket.destroyed;
    },

    count: () => count,
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
    unused: () => [...connections.keys()].filter(({ bytesRead }) => bytesRead === 0),

    cutSlowReaders: () => {
      const now = performance.now();
      for (const [socket, connection] of connections) {
        const first = connection.open[0]?.res;
        if (first === undefined || !first.writableEnded) delete connection.unread;
        else if (connection.unread?.res !== first) connection.unread = { res: first, since: now };
        else if (now - connection.unread.since >= limits.responseTimeout) socket.destroy();
      }
    },
  };
};
