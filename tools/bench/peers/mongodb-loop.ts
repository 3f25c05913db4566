// The minimal program with the same responses from MongoDB: node:http and the driver, on the service's own collections.
import { type Document, MongoClient } from 'mongodb';
import { createIds } from './ids.ts';
import { errors, isKnown, readText, respond } from './peer.ts';
import { parseNewPet } from './pets.ts';
import { serve } from './serve.ts';

interface PetDocument extends Document {
  readonly _id: bigint;
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: string;
}

interface CounterDocument extends Document {
  readonly _id: string;
  readonly last: bigint;
}

const client = new MongoClient(process.env['MONGODB_URI'] ?? '', { maxPoolSize: 50 });
const database = client.db(undefined, { writeConcern: { w: 'majority' } });
const pets = database.collection<PetDocument>('pets', { useBigInt64: true });
const counters = database.collection<CounterDocument>('counters', { useBigInt64: true });

const nextId = createIds(async () => {
  const counter = await counters.findOneAndUpdate(
    { _id: 'pets' },
    { $inc: { last: 100n } },
    { upsert: true, returnDocument: 'after' },
  );
  return counter?.last ?? 0n;
});

const json = ({ _id, name, categoryId, status }: PetDocument): string =>
  `{"id":${_id},"name":${JSON.stringify(name)},"categoryId":${categoryId}${status ? `,"status":"${status}"` : ''}}`;

// Reads one animal more than the page has, to know whether there is a next page.
const list = async (url: string): Promise<string> => {
  const query = url.indexOf('?');
  const parameters = query < 0 ? undefined : new URLSearchParams(url.slice(query));
  const limit = Number(parameters?.get('limit') ?? 20);
  const status = parameters?.get('status');
  const filter = status ? { status } : {};
  const found = await pets.find(filter, { sort: { _id: 1 }, limit: limit + 1 }).toArray();
  return `[${found.slice(0, limit).map(json).join(',')}]`;
};

const create = async (text: string): Promise<string> => {
  const { name, categoryId, status } = parseNewPet(text);
  const pet = { _id: await nextId(), name, categoryId, ...(status && { status }) };
  await pets.insertOne(pet);
  return json(pet);
};

await client.connect();

serve((req, res) => {
  const { method, url = '', headers } = req;
  const fail = (error: unknown): void => respond(res, 500, JSON.stringify(String(error)));
  if (!isKnown(headers.authorization)) return respond(res, 401, errors[401]);
  if (method === 'POST') {
    return readText(req, (text) => void create(text).then((created) => respond(res, 201, created), fail));
  }
  if (!url.startsWith('/v1/pets/')) return void list(url).then((page) => respond(res, 200, page), fail);
  const id = BigInt(url.slice('/v1/pets/'.length));
  pets
    .findOne({ _id: id })
    .then((pet) => (pet === null ? respond(res, 404, errors[404]) : respond(res, 200, json(pet))), fail);
});
