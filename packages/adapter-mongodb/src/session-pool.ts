import type { ClientSession, MongoClient } from 'mongodb';

/** Runs an operation under a session that no other has at the same time. */
export type WithSession = <A>(operation: (session: ClientSession) => Promise<A>) => Promise<A>;

/**
 * Makes sessions when they are needed, and keeps them for the next operation. The driver would make one for each
 * operation, and keep it in a set of which the garbage collector is slow to let go: 10 to 20 µs an operation (ADR 14).
 */
export const createSessionPool = (client: MongoClient): WithSession => {
  const idle: ClientSession[] = [];
  // Closing the client, which also happens before it logs in again, ends the sessions that are kept here.
  const takeIdle = (): ClientSession | undefined => {
    const session = idle.pop();
    return session?.hasEnded ? takeIdle() : session;
  };
  return async (operation) => {
    const session = takeIdle() ?? client.startSession({ causalConsistency: false });
    try {
      const outcome = await operation(session);
      idle.push(session);
      return outcome;
    } catch (error) {
      // After a lost connection the driver gives it up; after any other failure that costs little.
      await session.endSession();
      throw error;
    }
  };
};
