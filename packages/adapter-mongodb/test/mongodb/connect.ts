import { withOption } from '@animal-store/testkit/mongodb/connection-string';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import type { CommandStartedEvent, MongoClient } from 'mongodb';
import { connectDatabase } from '../../src/connect-mongo.ts';
import type { MongoStore, MongoStoreOptions } from '../../src/index.ts';
import { openDatabase } from '../../src/open-database.ts';

export interface ConnectOptions extends MongoStoreOptions {
  /** Is given the driver's client before it connects, to listen to its events. */
  readonly observe?: (client: MongoClient) => unknown;
}

/** Connects. Throws an Error with the message for the operator if that fails. */
export const connect = async (
  uri: string,
  { observe = () => undefined, ...options }: ConnectOptions = {},
): Promise<MongoStore> => {
  const connected = await F.pipe(
    TE.fromEither(openDatabase(uri)),
    TE.map((database) => {
      observe(database.client);
      return database;
    }),
    TE.chain(connectDatabase(options)),
  )();
  if (E.isLeft(connected)) throw new Error(connected.left.message);
  return connected.right;
};

export const connectObserved = (uri: string, onCommand: (event: CommandStartedEvent) => void): Promise<MongoStore> =>
  connect(withOption(uri, 'monitorCommands=true'), { observe: (client) => client.on('commandStarted', onCommand) });

/** Connects for many operations at once on a busy machine. */
export const connectPatiently = (uri: string): Promise<MongoStore> =>
  connect(withOption(uri, 'waitQueueTimeoutMS=60000'), { operationTimeoutMS: 60_000 });
