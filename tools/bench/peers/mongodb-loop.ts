// The minimal program with the same responses from MongoDB: node:http and the driver, on the service's own collections.
import { type Document, MongoClient } from 'mongodb';
import type { SampleAnimal } from '../operations.ts';
import { parseNewPet, petJson } from './pets.ts';
import { serveLoop } from './serve.ts';

interface PetDocument extends Document {
  readonly _id: bigint;
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: NonNullable<SampleAnimal['status']>;
}

interface CounterDocument extends Document {
  readonly _id: string;
  readonly last: bigint;
}

const client = new MongoClient(process.env['MONGODB_URI'] ?? '', { maxPoolSize: 50 });
const database = client.db(undefined, { writeConcern: { w: 'majority' } });
const pets = database.collection<PetDocument>('pets', { useBigInt64: true });
const counters = database.collection<CounterDocument>('counters', { useBigInt64: true });

// More ids than a run needs, so a creation is one write.
const block = 10_000_000n;
const counter = await counters.findOneAndUpdate({ _id: 'pets' }, { $inc: { last: block } }, { upsert: true });
let lastId = counter?.last ?? 0n;

const json = ({ _id: id, ...rest }: PetDocument): string => petJson({ id, ...rest });

serveLoop({
  // Reads one animal more than the page has, to know whether there is a next page.
  list: async (limit, status) => {
    const found = await pets.find(status ? { status } : {}, { sort: { _id: 1 }, limit: limit + 1 }).toArray();
    return `[${found.slice(0, limit).map(json).join(',')}]`;
  },
  create: async (text) => {
    const { name, categoryId, status } = parseNewPet(text);
    lastId += 1n;
    const pet = { _id: lastId, name, categoryId, ...(status && { status }) };
    await pets.insertOne(pet);
    return json(pet);
  },
  find: async (_id) => {
    const pet = await pets.findOne({ _id });
    return pet === null ? undefined : json(pet);
  },
});
