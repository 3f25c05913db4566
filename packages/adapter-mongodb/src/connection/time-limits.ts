/**
 * Time limits of the driver, in milliseconds. A connection string may override each of them by name.
 */
export const driverTimeLimits: {
  readonly serverSelectionTimeoutMS: number;
  readonly connectTimeoutMS: number;
  readonly waitQueueTimeoutMS: number;
  readonly socketTimeoutMS: number;
  readonly heartbeatFrequencyMS: number;
} = {
  serverSelectionTimeoutMS: 3000,
  connectTimeoutMS: 2000,
  waitQueueTimeoutMS: 1000,
  // Above the limit of the server, whose own error arrives first and keeps the connection.
  socketTimeoutMS: 3000,
  // Below `serverSelectionTimeoutMS`, so that a server that was given up by mistake is found again in time.
  heartbeatFrequencyMS: 2000,
};

/** Time limit on the server for a read, and for a majority to acknowledge a write, in milliseconds. */
export const serverTimeLimitMS = 2000;

/**
 * How long a method of a repository may take, in milliseconds. The limits above add up, and the driver tries twice, so
 * they alone would allow 14 seconds. The driver's own limit, `timeoutMS`, has no effect in version 7.9. We know of no issue;
 * this limit can go once `timeoutMS` bounds an operation.
 */
export const defaultOperationTimeoutMS = 4500;
