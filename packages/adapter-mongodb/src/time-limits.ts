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
  // Longer than the limit on the server, so the server responds first and the connection stays open.
  socketTimeoutMS: 3000,
  // Shorter than server selection, so a server that was marked as down by mistake is found again in time.
  heartbeatFrequencyMS: 2000,
};

/** Time limit on the server for a read, and for a majority to acknowledge a write, in milliseconds. */
export const serverTimeLimitMS = 2000;

/**
 * Time limit of a method of a repository, in milliseconds. The limits above add up, and the driver tries twice, so they
 * would allow 14 seconds. The driver's limit for a whole operation, `timeoutMS`, has no effect in version 7.9.
 */
export const defaultAnswerWithinMS = 4500;
