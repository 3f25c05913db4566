const seconds = 1_000;
const MiB = 1024 * 1024;

/** Time limits of a connection, in milliseconds. The first four have the names and the meaning of `node:http`. */
export interface TimeLimits {
  readonly headersTimeout: number;
  readonly requestTimeout: number;
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
  /** Open connections. One more closes the oldest that never sent a valid key, or else the oldest idle one. */
  readonly maxConnections: number;
  /** Unanswered requests on one connection above which the server stops reading from it. */
  readonly maxUnansweredRead: number;
  /** Unanswered requests on one connection above which the connection is cut off. They arrive in one piece of data. */
  readonly maxUnanswered: number;
  /**
   * Unanswered requests on all connections that never sent a valid key, and as many on all others. One more cuts off
   * the connection with most of them.
   */
  readonly maxUnansweredInAll: number;
  /**
   * Requests a second from connections that never sent a valid key, while other clients use the service. Above that
   * the server reads from these connections more slowly.
   */
  readonly unauthenticatedRate: number;
}

/** The default limits of connections. */
export const connectionLimits: ConnectionLimits = {
  maxConnections: 1_500,
  maxUnansweredRead: 10,
  maxUnanswered: 128,
  maxUnansweredInAll: 1_000,
  unauthenticatedRate: 200,
};

/** Limits of the requests under /v1 in flight, and of what they hold. */
export interface RequestLimits {
  /** Requests with a valid API key in flight. One more gets 503. */
  readonly maxRequestsInFlight: number;
  /** Requests whose key is unknown, invalid or missing in flight. One more gets 503. */
  readonly maxUnauthenticatedInFlight: number;
  /** Bytes that request bodies and large responses of all clients may hold. A request that needs more gets 503. */
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
  maxBytesBeingRead: 24 * MiB,
  maxListWait: 2 * seconds,
};

/** The limits of a server. */
export type ServerLimits = TimeLimits & ConnectionLimits;

/** The most bytes that a body may have, after decompression. */
export const maxBodyBytes: number = 64 * 1024;

/** The most bytes that a compressed body may have. Compression can enlarge a small body slightly, never to twice its size. */
export const maxPackedBytes: number = 2 * maxBodyBytes;

/** The most bytes of the request line and the headers together. */
export const maxHeaderSize: number = 16 * 1024;
