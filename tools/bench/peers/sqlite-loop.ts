// The minimal program with the same responses from SQLite: node:http and node:sqlite with prepared statements, on the service's
// own file.
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { errors, isKnown, readText, respond } from './peer.ts';
import { type Pet, parseNewPet, petJson, petsJson } from './pets.ts';
import { serve } from './serve.ts';

const database = new DatabaseSync(process.env['SQLITE_FILE'] ?? '', { timeout: 5000 });
database.exec('PRAGMA synchronous = FULL');

const prepare = (sql: string): StatementSync => {
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  return statement;
};

const columns = 'id, name, category_id AS categoryId, status';
const listAll = prepare(`SELECT ${columns} FROM pets ORDER BY id LIMIT ?`);
const listOfStatus = prepare(`SELECT ${columns} FROM pets WHERE status = ? ORDER BY id LIMIT ?`);
const find = prepare(`SELECT ${columns} FROM pets WHERE id = ?`);
const insert = prepare(`INSERT INTO pets (name, category_id, status) VALUES (?, ?, ?) RETURNING ${columns}`);

// Reads one animal more than the page has, to know whether there is a next page.
const list = (url: string): string => {
  const query = url.indexOf('?');
  const parameters = query < 0 ? undefined : new URLSearchParams(url.slice(query));
  const limit = Number(parameters?.get('limit') ?? 20);
  const status = parameters?.get('status');
  const found = status ? listOfStatus.all(status, limit + 1) : listAll.all(limit + 1);
  return petsJson(found.slice(0, limit) as unknown as readonly Pet[]);
};

serve((req, res) => {
  const { method, url = '', headers } = req;
  if (!isKnown(headers.authorization)) return respond(res, 401, errors[401]);
  if (method === 'POST') {
    return readText(req, (text) => {
      const { name, categoryId, status } = parseNewPet(text);
      respond(res, 201, petJson(insert.get(name, categoryId, status ?? null) as unknown as Pet));
    });
  }
  if (!url.startsWith('/v1/pets/')) return respond(res, 200, list(url));
  const found = find.get(BigInt(url.slice('/v1/pets/'.length)));
  return found === undefined ? respond(res, 404, errors[404]) : respond(res, 200, petJson(found as unknown as Pet));
});
