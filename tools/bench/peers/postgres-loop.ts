// The minimal program with the same responses from PostgreSQL: node:http and the driver with one pool and named prepared
// statements, on the service's own tables.
import { Pool } from 'pg';
import { type Pet, parseNewPet, petJson } from './pets.ts';
import { serveLoop } from './serve.ts';

const parsers = { getTypeParser: (oid: number) => (oid === 20 ? BigInt : (text: string) => text) };
const pool = new Pool({
  connectionString: process.env['POSTGRES_URI'],
  max: 10,
  types: parsers as NonNullable<ConstructorParameters<typeof Pool>[0]>['types'],
});

const run = async (name: string, text: string, values: unknown[]): Promise<readonly string[]> =>
  (await pool.query<Pet>({ name, text, values })).rows.map(petJson);

const columns = 'id, name, category_id AS "categoryId", status';
const filter = `SELECT ${columns} FROM pets WHERE status = $1 ORDER BY id LIMIT $2`;
const first = `SELECT ${columns} FROM pets ORDER BY id LIMIT $1`;
const insert = `INSERT INTO pets (id, name, category_id, status) VALUES (nextval('pet_ids'), $1, $2, $3) RETURNING ${columns}`;

serveLoop({
  // Reads one animal more than the page has, to know whether there is a next page.
  list: async (limit, status) => {
    const found = status ? await run('filter', filter, [status, limit + 1]) : await run('list', first, [limit + 1]);
    return `[${found.slice(0, limit).join(',')}]`;
  },
  create: async (text) => {
    const { name, categoryId, status } = parseNewPet(text);
    return (await run('insert', insert, [name, categoryId, status ?? null])).join();
  },
  find: async (id) => (await run('find', `SELECT ${columns} FROM pets WHERE id = $1`, [id]))[0],
});
