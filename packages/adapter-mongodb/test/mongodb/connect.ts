import { withOption } from '@animal-store/testkit/connection-string';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import type { CommandStartedEvent } from 'mongodb';
import { connectDatabase } from '../../src/connect-mongo.ts';
import type { MongoStore, MongoStoreOptions } from '../../src/index.ts';
import { openDatabase } from '../../src/open-database.ts';

export interface ConnectOptions extends MongoStoreOptions {
  /** Called with each command that is sent to the server. */
  readonly onCommand?: (event: CommandStartedEvent) => void;
}

/** Connects. Throws an Error with the message for the operator if that fails. */
export const connect = async (uri: string, { onCommand, ...options }: ConnectOptions = {}): Promise<MongoStore> => {
  const database = openDatabase(onCommand === undefined ? uri : withOption(uri, 'monitorCommands=true'));
  if (onCommand !== undefined && E.isRight(database)) database.right.client.on('commandStarted', onCommand);
  const connected = await F.pipe(TE.fromEither(database), TE.chain(connectDatabase(options)))();
  if (E.isLeft(connected)) throw new Error(connected.left.message);
  return connected.right;
};

/** Connects for many operations at once on a busy machine. */
export const connectPatiently = (uri: string, options: ConnectOptions = {}): Promise<MongoStore> =>
  connect(withOption(uri, 'waitQueueTimeoutMS=60000'), { operationTimeoutMS: 60_000, ...options });
