import { type Db, type Document, Long, MongoServerError } from 'mongodb';

/** An animal to be added by an older version. */
export interface OldCreation {
  readonly name: string;
  readonly scope: string;
  readonly key: string;
}

/** Writes to a database exactly like the versions that stored the idempotency record in its animal. */
export interface OldVersion {
  /** Creates or changes the collection of the animals like a start of that version. */
  readonly start: () => Promise<void>;
  /** Adds an animal under an idempotency key, or finds the one that was added. Returns its id. */
  readonly add: (creation: OldCreation) => Promise<bigint>;
}

const text = { bsonType: 'string' };
const long = { bsonType: 'long' };

const validation: Document = {
  validator: {
    $jsonSchema: {
      bsonType: 'object',
      required: ['_id', 'name', 'categoryId'],
      properties: {
        _id: long,
        name: text,
        categoryId: long,
        status: { enum: ['available', 'pending', 'sold'] },
        idempotency: { bsonType: 'object', required: ['scope', 'key'], properties: { scope: text, key: text } },
      },
    },
  },
  validationLevel: 'strict',
  validationAction: 'error',
};

interface OldPet {
  readonly _id: Long;
  readonly name: string;
  readonly categoryId: Long;
  readonly idempotency: { readonly scope: string; readonly key: string };
}

/** The schema and the writes are those of the section "Migration of records" of docs/mongodb.md. */
export const createOldVersion = (database: Db): OldVersion => {
  const durable = { promoteLongs: false, writeConcern: { w: 'majority' } } as const;
  const pets = database.collection<OldPet>('pets', durable);
  const counters = database.collection<{ readonly _id: string; readonly last: Long }>('counters', durable);

  const nextId = async (): Promise<Long> => {
    const change = { $inc: { last: Long.fromInt(100) } };
    const counter = await counters.findOneAndUpdate({ _id: 'pets' }, change, { upsert: true, returnDocument: 'after' });
    if (counter === null) throw new Error('The counter was not made');
    return counter.last.subtract(99);
  };

  return {
    start: async () => {
      try {
        await database.createCollection('pets', validation);
      } catch (error) {
        if (!(error instanceof MongoServerError) || error.code !== 48) throw error;
        await database.command({ collMod: 'pets', ...validation });
      }
      await pets.createIndexes([
        { name: 'status', key: { status: 1, _id: 1 } },
        {
          name: 'idempotency',
          key: { 'idempotency.scope': 1, 'idempotency.key': 1 },
          unique: true,
          partialFilterExpression: { 'idempotency.scope': { $exists: true } },
        },
      ]);
    },

    add: async ({ name, scope, key }) => {
      try {
        const _id = await nextId();
        await pets.insertOne({ _id, name, categoryId: Long.ONE, idempotency: { scope, key } });
        return _id.toBigInt();
      } catch (error) {
        if (!(error instanceof MongoServerError) || error.code !== 11000) throw error;
        const added = { 'idempotency.scope': scope, 'idempotency.key': key };
        const found = await pets.findOne(added, { readConcern: { level: 'majority' } });
        if (found === null) throw error;
        return found._id.toBigInt();
      }
    },
  };
};
