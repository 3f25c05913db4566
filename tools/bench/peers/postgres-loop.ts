// The minimal program with the same responses from PostgreSQL: node:http and the driver with one pool and named prepared
// statements, on the service's own tables.
import { Pool } from 'pg';
import { errors, isKnown, readText, respond } from './peer.ts';
import { parseNewPet } from './pets.ts';
import { serve } from './serve.ts';

interface Row {
  readonly id: bigint;
  readonly name: string;
  readonly categoryId: bigint;
  readonly status: string | null;
}

const parsers = { getTypeParser: (oid: number) => (oid === 20 ? BigInt : (text: string) => text) };
const pool = new Pool({
  connectionString: process.env['POSTGRES_URI'],
  max: 10,
  types: parsers as NonNullable<ConstructorParameters<typeof Pool>[0]>['types'],
});

const run = async (name: string, text: string, values: unknown[]): Promise<readonly Row[]> =>
  (await pool.query<Row>({ name, text, values })).rows;

const columns = 'id, name, category_id AS "categoryId", status';

const json = ({ id, name, categoryId, status }: Row): string =>
  `{"id":${id},"name":${JSON.stringify(name)},"categoryId":${categoryId}${status ? `,"status":"${status}"` : ''}}`;

// Reads one animal more than the page has, to know whether there is a next page.
const list = async (url: string): Promise<string> => {
  const query = url.indexOf('?');
  const parameters = query < 0 ? undefined : new URLSearchParams(url.slice(query));
  const limit = Number(parameters?.get('limit') ?? 20);
  const status = parameters?.get('status');
  const found = status
    ? await run('filter', `SELECT ${columns} FROM pets WHERE status = $1 ORDER BY id LIMIT $2`, [status, limit + 1])
    : await run('list', `SELECT ${columns} FROM pets ORDER BY id LIMIT $1`, [limit + 1]);
  return `[${found.slice(0, limit).map(json).join(',')}]`;
};

const insert = `INSERT INTO pets (id, name, category_id, status) VALUES (nextval('pet_ids'), $1, $2, $3) RETURNING ${columns}`;

const create = async (text: string): Promise<string> => {
  const { name, categoryId, status } = parseNewPet(text);
  const [row] = await run('insert', insert, [name, categoryId, status ?? null]);
  return row === undefined ? '' : json(row);
};

serve((req, res) => {
  const { method, url = '', headers } = req;
  const fail = (error: unknown): void => respond(res, 500, JSON.stringify(String(error)));
  if (!isKnown(headers.authorization)) return respond(res, 401, errors[401]);
  if (method === 'POST') {
    return readText(req, (text) => void create(text).then((created) => respond(res, 201, created), fail));
  }
  if (!url.startsWith('/v1/pets/')) return void list(url).then((page) => respond(res, 200, page), fail);
  const id = BigInt(url.slice('/v1/pets/'.length));
  run('find', `SELECT ${columns} FROM pets WHERE id = $1`, [id]).then(
    ([row]) => (row === undefined ? respond(res, 404, errors[404]) : respond(res, 200, json(row))),
    fail,
  );
});
