// The driver of each store as its manual shows it, on the collections and tables of the service.
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type Document, MongoClient } from 'mongodb';
import { Pool } from 'pg';
import type { Animal, NewAnimal } from './animals.ts';

/** The store of a peer. `list` returns at most so many animals, optionally of a status. */
interface Animals {
  readonly list: (most: number, status?: string) => Promise<readonly Animal[]>;
  readonly find: (id: bigint) => Promise<Animal | undefined>;
  readonly add: (animal: NewAnimal) => Promise<Animal>;
}

const openMemory = (): Animals => {
  const all: Animal[] = [];
  const byStatus: Record<string, Animal[]> = { available: [], pending: [], sold: [] };
  return {
    list: async (most, status) => (status === undefined ? all : (byStatus[status] ?? [])).slice(0, most),
    find: async (id) => all[Number(id) - 1],
    add: async (animal) => {
      const added = { id: BigInt(all.length + 1), ...animal };
      all.push(added);
      byStatus[animal.status ?? '']?.push(added);
      return added;
    },
  };
};

type PetDocument = Document & NewAnimal & { readonly _id: bigint };

const openMongodb = async (uri: string): Promise<Animals> => {
  const client = await new MongoClient(uri, { maxPoolSize: 50 }).connect();
  const pets = client.db().collection<PetDocument>('pets', { useBigInt64: true, writeConcern: { w: 'majority' } });
  // Ids that no other process has, so a creation is one write.
  let lastId = BigInt(process.pid) * 10_000_000n;
  const animalOf = ({ _id: id, name, categoryId, status }: PetDocument): Animal => ({ id, name, categoryId, status });
  return {
    list: async (limit, status) =>
      (await pets.find(status ? { status } : {}, { sort: { _id: 1 }, limit }).toArray()).map(animalOf),
    find: (_id) => pets.findOne({ _id }).then((found) => (found === null ? undefined : animalOf(found))),
    add: async ({ name, categoryId, status }) => {
      lastId += 1n;
      const added = { _id: lastId, name, categoryId, ...(status && { status }) };
      await pets.insertOne(added);
      return animalOf(added);
    },
  };
};

const columns = 'id, name, category_id AS "categoryId", status';
const statementsWith = (newId: string) => ({
  list: `SELECT ${columns} FROM pets ORDER BY id LIMIT $1`,
  filter: `SELECT ${columns} FROM pets WHERE status = $2 ORDER BY id LIMIT $1`,
  find: `SELECT ${columns} FROM pets WHERE id = $1`,
  add: `INSERT INTO pets (id, name, category_id, status) VALUES (${newId}, $1, $2, $3) RETURNING ${columns}`,
});
type Name = keyof ReturnType<typeof statementsWith>;
type Run = (name: Name, values: readonly (bigint | number | string | null)[]) => Promise<readonly Animal[]>;

const onSql = (run: Run): Animals => ({
  list: (most, status) => (status ? run('filter', [most, status]) : run('list', [most])),
  find: async (id) => (await run('find', [id]))[0],
  add: async ({ name, categoryId, status = null }) => (await run('add', [name, categoryId, status]))[0] as Animal,
});

const openPostgres = (connectionString: string): Animals => {
  const types = { getTypeParser: (oid: number) => (oid === 20 ? BigInt : (text: string) => text) };
  const pool = new Pool({ connectionString, max: 10, types: types as never });
  const texts = statementsWith("nextval('pet_ids')");
  return onSql(async (name, values) => (await pool.query({ name, text: texts[name], values: [...values] })).rows);
};

const openSqlite = (file: string): Animals => {
  const database = new DatabaseSync(file, { timeout: 5000, readBigInts: true });
  database.exec('PRAGMA synchronous = FULL');
  const [texts, prepared] = [statementsWith('NULL'), new Map<Name, StatementSync>()];
  return onSql(async (name, values) => {
    const statement = prepared.get(name) ?? database.prepare(texts[name].replaceAll('$', '?'));
    prepared.set(name, statement);
    return statement.all(...values) as unknown as readonly Animal[];
  });
};

/** Opens the store that the environment names, with the variables of the service. */
export const openAnimals = async ({ MONGODB_URI, POSTGRES_URI, SQLITE_FILE }: NodeJS.ProcessEnv): Promise<Animals> => {
  if (MONGODB_URI) return openMongodb(MONGODB_URI);
  if (POSTGRES_URI) return openPostgres(POSTGRES_URI);
  return SQLITE_FILE ? openSqlite(SQLITE_FILE) : openMemory();
};
