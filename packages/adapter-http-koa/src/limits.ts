const seconds = 1_000;
const KiB = 1024;
const MiB = 1024 * KiB;

/** Time limits of a connection, in milliseconds. The first four have the names and the meaning of `node:http`. */
export interface TimeLimits {
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  /** A connection is closed up to two `connectionsCheckingInterval` later. */
  readonly keepAliveTimeout: number;
  readonly connectionsCheckingInterval: number;
  /** How long a client may take to read one response, from the moment it is the next one on its connection. */
  readonly responseTimeout: number;
}

/** The default time limits. A client that sends too slowly gets 408; one that reads too slowly is cut off. */
export const timeLimits: TimeLimits = {
  headersTimeout: 10 * seconds,
  requestTimeout: 30 * seconds,
  // Longer than the 60 s after which load balancers drop an idle connection, so that they do not use one that is
  // closing.
  keepAliveTimeout: 65 * seconds,
  connectionsCheckingInterval: 1 * seconds,
  responseTimeout: 30 * seconds,
};

/** Limits of connections. All numbers are per process unless noted otherwise. */
export interface ConnectionLimits {
  /** Open connections. One more closes the least useful one (`connectionToClose`). */
  readonly maxConnections: number;
  /** The percentage of connections, once there are too many, that known clients keep: those of the last valid key. */
  readonly maxKnownPercent: number;
  /** The percentage of connections, once there are too many, and of unanswered requests that one API key keeps. */
  readonly maxKeySharePercent: number;
  /** Unanswered requests on one connection above which the server stops reading from it. */
  readonly maxUnansweredRead: number;
  /** Unanswered requests on one connection above which the connection is cut off. They arrive in one piece of data. */
  readonly maxUnanswered: number;
  /**
   * Unanswered requests on all connections without a valid key, and as many on all others. One more cuts off a
   * connection (`connectionToCut`).
   */
  readonly maxUnansweredInAll: number;
  /**
   * Whether clients without a valid key are limited by the bounds below, or trusted because a proxy in front of the
   * server limits them.
   */
  readonly strangers: 'limited' | 'trusted';
  /**
   * Requests a second without a valid key, on any connection, while other clients use the service. Above that the
   * server reads from their connections more slowly.
   */
  readonly unauthenticatedRate: number;
  /** Bytes of responses on a connection that never sent a valid key, after which it is closed with the next response. */
  readonly maxBytesWithoutKey: number;
  /**
   * Bytes of responses without a key, such as the documentation page, that clients may be reading at once, apart from
   * the first `maxBytesWithoutKey` of each connection. Others wait in order. The kernel takes such a response in one
   * piece. Node.js then no longer knows whether it is read, only whether its client has closed the connection.
   */
  readonly maxUnreadStaticBytes: number;
}

/** The default limits of connections. */
export const connectionLimits: ConnectionLimits = {
  maxConnections: 1_500,
  maxKnownPercent: 75,
  maxKeySharePercent: 50,
  maxUnansweredRead: 10,
  maxUnanswered: 128,
  maxUnansweredInAll: 1_000,
  strangers: 'limited',
  unauthenticatedRate: 200,
  maxBytesWithoutKey: 16 * KiB,
  maxUnreadStaticBytes: 30 * MiB,
};

/** The limits of a server. */
export type ServerLimits = TimeLimits & ConnectionLimits;

/** Limits of the requests under /v1 in flight, and of what they hold. */
export interface RequestLimits {
  /** Requests with a valid API key in flight. One more gets 503. */
  readonly maxRequestsInFlight: number;
  /** Requests whose key is unknown, invalid or missing in flight. One more gets 503. */
  readonly maxUnauthenticatedInFlight: number;
  /**
   * Bytes that request bodies and large responses of all clients may hold. A request that needs more gets 503. Node.js
   * knows that a response is unread until the kernel has taken it, and the kernel takes up to `tcp_wmem`, usually 4 MiB,
   * of it: so a response counts until all but its last 4 MiB at most are read.
   */
  readonly maxBytesInFlight: number;
  /** The percentage of slots, bytes and reading that one API key may hold. Its requests above that get 429. */
  readonly maxKeySharePercent: number;
  /** Characters of animals that lists read from the store at once, estimated before the read. Other lists wait. */
  readonly maxBytesBeingRead: number;
  /** How long, in milliseconds, a list waits to read. After that it gets 429 if its key reads its share, else 503. */
  readonly maxListWait: number;
}

/** The default limits of requests. */
export const requestLimits: RequestLimits = {
  maxRequestsInFlight: 1_000,
  maxUnauthenticatedInFlight: 1_000,
  maxBytesInFlight: 64 * MiB,
  maxKeySharePercent: 50,
  maxBytesBeingRead: 13 * MiB,
  maxListWait: 2 * seconds,
};

/** The most bytes that a body may have, after decompression. */
export const maxBodyBytes: number = 64 * 1024;

/** The most bytes that a compressed body may have. Compression can enlarge a small body slightly, never to twice its size. */
export const maxPackedBytes: number = 2 * maxBodyBytes;

/** The most bytes of the request line and the headers together. */
export const maxHeaderSize: number = 16 * KiB;

/** A piece of a body is small below this size, in bytes. TCP segments, even of slow networks, are larger. */
export const smallPieceBytes = 1024;

/**
 * How many small pieces the body of a request may have. Each costs about 0.5 µs in the HTTP parser, regardless of its
 * size, so this many cost about 2 ms. A client that sends a body byte by byte can still send 4,000 bytes.
 */
export const maxSmallPieces = 4_096;
