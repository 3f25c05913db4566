import type { MongoClient } from 'mongodb';

/**
 * Keeps what the monitors of the driver last found wrong with each server, such as a refused connection, a certificate or
 * another name of the replica set: the error of an operation says only that no server was found in time. The function
 * returns it in one line, or undefined if all servers that were asked responded.
 */
export const observeProblems = (client: Pick<MongoClient, 'on' | 'options'>): (() => string | undefined) => {
  // One entry for each server of the connection string or of the replica set.
  const problems = new Map<string, string>();
  const { replicaSet } = client.options;
  client.on('serverHeartbeatFailed', ({ connectionId, failure }) => void problems.set(connectionId, failure.message));
  client.on('serverHeartbeatSucceeded', ({ connectionId, reply }) => {
    const { setName } = reply;
    // The driver drops a server of another set, and says nothing of it.
    if (replicaSet === undefined || setName === undefined || setName === replicaSet) problems.delete(connectionId);
    else problems.set(connectionId, `${connectionId} belongs to the replica set ${setName}, not to ${replicaSet}`);
  });
  return () => (problems.size === 0 ? undefined : [...new Set(problems.values())].join('; '));
};
