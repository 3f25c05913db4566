// The driver of MongoDB searches for a server before each operation, and tells why it found none only at the end.
import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E, type taskEither as TE } from 'fp-ts';
import type { MongoClient, TopologyDescription } from 'mongodb';
import { noServer } from './codes.ts';

/** How long a ping waits for a server, in milliseconds. The service ends a check of readiness after a second, without a reason. */
const patienceMS = 800;

/** Why no server can be written to; undefined if one can, or if that is not known. */
const reasonOf = ({ servers, setName }: TopologyDescription): Error | undefined => {
  // The driver forgets each host that does not belong to the replica set.
  if (servers.size === 0) return noServer(`no host belongs to the replica set ${setName}`);
  const all = [...servers.values()];
  if (all.some(({ isWritable }) => isWritable)) return undefined;
  return all.find(({ error }) => error !== null)?.error ?? undefined;
};

/** A ping that ends early with the last error of the driver, and the end of the watch that knows it. */
export interface WatchedPing {
  readonly ping: TE.TaskEither<RepositoryUnavailable, void>;
  readonly end: () => void;
}

/** Watches the servers of a client, because the driver tells why it found no server only when its search ends. */
export const watchServers = (client: MongoClient, ping: WatchedPing['ping']): WatchedPing => {
  let known: TopologyDescription | undefined;
  const note = ({ newDescription }: { readonly newDescription: TopologyDescription }): void => {
    known = newDescription;
  };
  client.on('topologyDescriptionChanged', note);
  return {
    ping: async () => {
      let timer: NodeJS.Timeout | undefined;
      const early = new Promise<E.Either<RepositoryUnavailable, void>>((resolve) => {
        timer = setTimeout(() => {
          const reason = known && reasonOf(known);
          if (reason !== undefined) resolve(E.left(repositoryUnavailable(reason)));
        }, patienceMS);
      });
      try {
        return await Promise.race([ping(), early]);
      } finally {
        clearTimeout(timer);
      }
    },
    end: () => void client.off('topologyDescriptionChanged', note),
  };
};
