import * as access from '@animal-store/access';
import * as domain from '@animal-store/domain';
import type { PetRepositoryFixture } from '@animal-store/domain-testkit';
import { known } from '@animal-store/domain-testkit';
import type { DurableStore } from '@animal-store/store';
import { withOption } from '@animal-store/testkit/connection-string';
import type { TestDatabase } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import type { CommandStartedEvent } from 'mongodb';
import { afterAll, onTestFinished } from 'vitest';
import { openDatabase } from '../src/connection-string.ts';
import { toPetDocument } from '../src/documents/pet-document.ts';
import { checkMongo, type MongoStoreOptions, openMongo, openMongoDatabase } from '../src/index.ts';

export const newPet: (input: unknown) => domain.NewPet = known(domain.NewPet);
export const petId: (input: unknown) => domain.PetId = known(domain.PetId);
export const apiKey: (input: unknown) => access.ApiKey = known(access.ApiKey);
export const digest: (input: unknown) => access.ApiKeyDigest = known(access.ApiKeyDigest);
export const apiKeyId: (input: unknown) => access.ApiKeyId = known(access.ApiKeyId);
export const instant: (input: unknown) => access.Instant = known(access.Instant);

/** An idempotency key of one and the same API key. */
export const idempotency = (key: string): domain.Idempotency => ({
  scope: known(domain.IdempotencyScope)('aaaaaaaa'),
  key: known(domain.IdempotencyKey)(key),
});

export interface ConnectOptions extends MongoStoreOptions {
  /** Called with each command that is sent to the server. */
  readonly onCommand?: (event: CommandStartedEvent) => void;
}

const rightOf = <A>(either: E.Either<{ readonly message: string }, A>): A => {
  if (E.isLeft(either)) throw new Error(either.left.message);
  return either.right;
};

/** Connects, with the limits of the product. Throws an Error with the message for the operator if that fails. */
export const connectInTime = async (uri: string, { onCommand, ...options }: ConnectOptions = {}) => {
  if (onCommand === undefined) return rightOf(await openMongo(uri, options)());
  const database = rightOf(openDatabase(uri));
  const { client } = database;
  client.options.monitorCommands = true;
  client.on('commandStarted', onCommand);
  const { close, ...store } = rightOf(await openMongoDatabase(database, options)());
  return { ...store, close: () => close().then(() => client.close()) };
};

/** The connection string for a busy machine, on which a connection may take long. */
const patient = (uri: string): string =>
  ['waitQueueTimeoutMS', 'serverSelectionTimeoutMS', 'connectTimeoutMS', 'socketTimeoutMS'].reduce(
    (longer, option) => (longer.includes(option) ? longer : withOption(longer, `${option}=60000`)),
    uri,
  );

/** Connects, and waits for a busy machine. */
export const connect = (uri: string, options: ConnectOptions = {}): Promise<DurableStore> =>
  connectInTime(patient(uri), { operationTimeoutMS: 60_000, ...options });

/** Connects with the limits of the product, and closes after the test. */
export const openInTime = async (uri: string, options?: ConnectOptions): Promise<DurableStore> => {
  const store = await connectInTime(uri, options);
  onTestFinished(store.close);
  return store;
};

/** Connects, and closes after the test. */
export const open = async (uri: string, options?: ConnectOptions): Promise<DurableStore> => {
  const store = await connect(uri, options);
  onTestFinished(store.close);
  return store;
};

/** Returns a function that returns one store, which is closed after the tests around it. */
export const openStore = (uri: string, options?: ConnectOptions): (() => Promise<DurableStore>) => {
  let store: Promise<DurableStore> | undefined;
  afterAll(async () => (await store)?.close());
  return () => {
    store ??= connect(uri, options);
    return store;
  };
};

/** Recognizes a command, on any collection or on one, by its start in BSON: its name, then the name of the collection. */
export const isCommand = (command: string, collection?: string): ((part: Buffer) => boolean) => {
  const start = [Buffer.from(`${command}\0`)];
  if (collection !== undefined) {
    const length = Buffer.alloc(4);
    length.writeInt32LE(collection.length + 1);
    start.push(length, Buffer.from(`${collection}\0`));
  }
  const wanted = Buffer.concat(start);
  return (part) => part.includes(wanted);
};

export const changePets = ({ collection }: TestDatabase): Pick<PetRepositoryFixture, 'replace' | 'remove'> => ({
  replace: async (pet) => {
    const kept = { creation: '$creation' };
    const replacement = { $replaceWith: { $mergeObjects: [{ $literal: toPetDocument(pet) }, kept] } };
    await collection('pets').updateOne({ _id: pet.id }, [replacement]);
  },
  // As docs/adr/0009 says: the record is completed first, because an incomplete one would insert the animal again.
  remove: async (id) => {
    const pending = (await collection('pets').findOne({ _id: id }))?.['creation'];
    if (pending !== undefined) await collection('creations').updateOne({ pending }, { $unset: { pending: true } });
    await collection('pets').deleteOne({ _id: id });
  },
});

export const freshPets = async (
  database: TestDatabase,
  store: ReturnType<typeof openStore>,
): Promise<PetRepositoryFixture> => {
  const { pets } = await store();
  await Promise.all(['pets', 'creations'].map((name) => database.collection(name).deleteMany({})));
  return { pets, ...changePets(database) };
};

/** What the check says of a database, and what a start says afterwards: `usable`, or the message for the operator. */
export const bothOn = async (given: string): Promise<readonly [string, string]> => {
  const uri = patient(given);
  const checked = await checkMongo(uri)();
  const connected = await openMongo(uri, { operationTimeoutMS: 60_000 })();
  if (E.isRight(connected)) await connected.right.close();
  return [
    E.isRight(checked) ? checked.right.state : 'message' in checked.left ? checked.left.message : 'unavailable',
    E.isRight(connected) ? 'usable' : connected.left.message,
  ];
};
