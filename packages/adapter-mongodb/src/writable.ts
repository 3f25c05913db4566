// A member of a replica set of MongoDB takes connections also while it cannot be written to.
import { type Db, type Document, MongoServerError } from 'mongodb';

/** Rejects if the server takes no writes. Returns what it says of itself. */
export const assertWritable = async (database: Db): Promise<Document> => {
  const hello = await database.command({ hello: 1 });
  const { replicaSet } = database.client.options;
  // With `directConnection`, the driver does not compare a server that is in no replica set.
  if (replicaSet !== undefined && hello['setName'] !== replicaSet)
    throw new Error(`the server does not belong to the replica set ${replicaSet}`);
  // Earlier versions refuse a command that names the UUID of a collection.
  if (hello['maxWireVersion'] < 17) throw new Error('the server is older than MongoDB 6.0: update it');
  if (hello['isWritablePrimary'] === true) return hello;
  if (hello['arbiterOnly'] === true || hello['passive'] === true)
    throw new Error('the server is a member of its replica set that never becomes the primary: name the others');
  // As the server's own error, NotWritablePrimary.
  throw new MongoServerError({ message: 'The server is not a writable primary', code: 10107 });
};
