// The minimal program with the same responses from SQLite: node:http and node:sqlite with prepared statements, on the service's
// own file.
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type Pet, parseNewPet, petJson } from './pets.ts';
import { serveLoop } from './serve.ts';

const database = new DatabaseSync(process.env['SQLITE_FILE'] ?? '', { timeout: 5000 });
database.exec('PRAGMA synchronous = FULL');

const prepare = (sql: string): StatementSync => {
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  return statement;
};

const jsonOf = (rows: readonly unknown[]): readonly string[] => (rows as readonly Pet[]).map(petJson);

const columns = 'id, name, category_id AS categoryId, status';
const filter = prepare(`SELECT ${columns} FROM pets WHERE status = ? ORDER BY id LIMIT ?`);
const first = prepare(`SELECT ${columns} FROM pets ORDER BY id LIMIT ?`);
const find = prepare(`SELECT ${columns} FROM pets WHERE id = ?`);
const insert = prepare(`INSERT INTO pets (name, category_id, status) VALUES (?, ?, ?) RETURNING ${columns}`);

serveLoop({
  // Reads one animal more than the page has, to know whether there is a next page.
  list: async (limit, status) => {
    const found = jsonOf(status ? filter.all(status, limit + 1) : first.all(limit + 1));
    return `[${found.slice(0, limit).join(',')}]`;
  },
  create: async (text) => {
    const { name, categoryId, status } = parseNewPet(text);
    return jsonOf(insert.all(name, categoryId, status ?? null)).join();
  },
  find: async (id) => jsonOf(find.all(id))[0],
});
