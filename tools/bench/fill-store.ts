import { DatabaseSync } from 'node:sqlite';
import autocannon from 'autocannon';
import { MongoClient } from 'mongodb';
import { Client } from 'pg';
import { addition } from './loads.ts';
import type { Contender } from './servers.ts';

// Animals as `addition` makes them. `n` counts from 0.
const name = "'Animal ' || n";
const categoryId = 'CASE WHEN n % 50 = 0 THEN 9223372036854775807 ELSE n % 50 END';
const status = "CASE n % 4 WHEN 0 THEN 'available' WHEN 1 THEN 'pending' WHEN 2 THEN 'sold' END";

const fillSqlite = (file: string, count: number): void => {
  using database = new DatabaseSync(file);
  database.exec(`
    WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ${count})
    INSERT INTO pets (name, category_id, status) SELECT ${name}, ${categoryId}, ${status} FROM numbers`);
};

const fillPostgres = async (uri: string, count: number): Promise<void> => {
  const client = new Client(uri);
  await client.connect();
  await client.query(`
    INSERT INTO pets (id, name, category_id, status)
    SELECT nextval('pet_ids'), ${name}, ${categoryId}, ${status} FROM generate_series(0, ${count - 1}) AS numbers (n)`);
  await client.query('VACUUM ANALYZE');
  await client.end();
};

const fillMongodb = async (uri: string, count: number): Promise<void> => {
  const client = await new MongoClient(uri).connect();
  const pets = client.db().collection<{ readonly _id: bigint }>('pets');
  for (let begin = 0; begin < count; begin += 10_000) {
    const documents = Array.from({ length: Math.min(10_000, count - begin) }, (_, index) => {
      const n = begin + index;
      const own = ['available', 'pending', 'sold'][n % 4];
      const categoryId = n % 50 === 0 ? 2n ** 63n - 1n : BigInt(n % 50);
      return { _id: BigInt(n + 1), name: `Animal ${n}`, categoryId, ...(own && { status: own }) };
    });
    await pets.insertMany(documents);
  }
  await client.close();
};

/** Adds animals to a durable store by its driver, or over HTTP to one in memory, which is lost with its process. */
export const fillStore = async (
  store: Readonly<Record<string, string>>,
  count: number,
  { url, apiKey }: Contender,
): Promise<void> => {
  const { SQLITE_FILE, POSTGRES_URI, MONGODB_URI } = store;
  if (SQLITE_FILE) return fillSqlite(SQLITE_FILE, count);
  if (POSTGRES_URI) return fillPostgres(POSTGRES_URI, count);
  if (MONGODB_URI) return fillMongodb(MONGODB_URI, count);
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const requests = [0, 1, 2, 3].map((index) => ({ ...addition(index), headers }));
  const { '2xx': added } = await autocannon({ url, connections: 20, amount: count, requests });
  if (added !== count) throw new Error(`only ${added} of ${count} animals were added`);
};
