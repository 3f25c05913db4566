import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ApiKeyId } from '@animal-store/access';
import type { TrackedConnection } from '../client-connection.ts';
import type { Source } from '../strangers/reading-pace.ts';
import type { Candidate } from './choose-connection.ts';
import { reset } from './reset.ts';

/** A request and its response. */
export interface PendingRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Whether it has a valid API key, and the rate limit of the key has admitted it. */
  isAccepted: boolean;
}

/** A connection of the server. */
export interface Connection extends Source, Candidate {
  readonly socket: Socket;
  /** What its requests tell the server. */
  client?: TrackedConnection;
  /** The unanswered requests, the oldest first. */
  readonly open: PendingRequest[];
  /** Reads from the socket unless something holds it. */
  readonly read: () => void;
  key: ApiKeyId | undefined;
  /** Whether a valid key has ever come. A proxy keeps such a connection for clients with and without one. */
  wasKnown: boolean;
  last?: PendingRequest;
  lastUsed: number;
  isClosing: boolean;
  /** Whether it ends when its client has read everything. */
  isEnding: boolean;
  isCrowded: boolean;
  isStopped: boolean;
  /** Whether it has sent a request without a valid key since its last turn of reading. */
  isOwing: boolean;
  /** The bytes of responses that it got without a key. */
  bytesWithoutKey: number;
  /** Lets the connection end, after a response with `Connection: close`, when its client has read everything. */
  readonly endWithClient: () => void;
  /** Resets the connection if it is still open when the client has had its time to read a response. */
  readonly resetLater: () => void;
  /** Called once when the connection has closed. */
  readonly onClose: (() => void)[];
  /** What its client has to do, and since when: to read a response, or to send more than so many bytes. */
  waiting: { readonly for: ServerResponse | number; readonly since: number } | undefined;
}

/** Makes the record of a new connection, whose client may take so many milliseconds to read a response. */
export const createConnection = (socket: Socket, responseTimeout: number): Connection => {
  let isPaced = false;
  let timer: NodeJS.Timeout | undefined;
  const isHeld = (): boolean => connection.isCrowded || connection.isStopped || isPaced;
  const connection: Connection = {
    socket,
    open: [],
    onClose: [() => clearTimeout(timer)],
    key: undefined,
    wasKnown: false,
    lastUsed: 0,
    isClosing: false,
    isEnding: false,
    isCrowded: false,
    isStopped: false,
    isOwing: false,
    bytesWithoutKey: 0,
    waiting: undefined,
    unanswered: () => connection.open.length,
    isUnread: () => connection.open[0]?.res.writableEnded === true,
    isBegun: () => connection.last === undefined && socket.bytesRead > 0,
    isKnown: () => connection.key !== undefined,
    received: () => socket.bytesRead,
    read: () => {
      if (!isHeld()) socket.resume();
    },
    hold: () => {
      isPaced = true;
      // Node.js starts reading a new connection only after this turn, even if the socket is paused before.
      process.nextTick(() => {
        if (isPaced) socket.pause();
      });
    },
    release: () => {
      isPaced = false;
      connection.isOwing = false;
      connection.read();
    },
    // Node.js would close the connection when the kernel has taken the last response. Up to `tcp_wmem`, usually 4 MiB, may
    // be unread then, and the kernel keeps it for about a minute. Only a reset drops it.
    endWithClient: () => {
      if (connection.isEnding) return;
      connection.isEnding = true;
      // Node.js calls this method after a response with `Connection: close`. RFC 9112, section 9.6 recommends this end.
      socket.destroySoon = () => {
        socket.end();
        connection.resetLater();
      };
      // Node.js sends no response to a client that only stops sending, so this one has read everything or has left.
      socket.once('end', () => reset(socket));
    },
    resetLater: () => {
      timer ??= setTimeout(() => reset(socket), responseTimeout).unref();
    },
  };
  // Node.js resumes the socket by itself whenever a request body is consumed.
  socket.on('resume', () => {
    if (isHeld()) socket.pause();
  });
  return connection;
};
