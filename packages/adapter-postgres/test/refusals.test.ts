import { readFileSync } from 'node:fs';
import { describeOnPostgres, type TestDatabase } from '@animal-store/testkit/postgres';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { scriptOf, steps } from '../src/schema.ts';
import { asUser, grantOnly, grantsOn, refusalOf } from './store.ts';

/** A user with the rights of the guide, and one who owns the database. */
const lean = 'guided';
const owner = 'owning';

const trigger = (when: string): string =>
  `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'; CREATE TRIGGER t ${when} FOR EACH ROW EXECUTE FUNCTION f()`;

/** The changes in `refusals.txt`, each before the message of the start, which is indented. `DATABASE` stands for the database. */
const refused = readFileSync(new URL('refusals.txt', import.meta.url), 'utf8')
  .split(/\n {2}.*\n/)
  .slice(0, -1);

/** What others did to an empty database, and why a start cannot create the tables. */
const occupied: readonly [change: string, reason: string][] = [
  ["CREATE TYPE creations AS ENUM ('a')", 'type "creations" already exists'],
  ['CREATE TABLE pets (id bigint)', 'relation "pets" already exists'],
  [`REVOKE CREATE ON SCHEMA public FROM ${lean}`, 'permission denied for schema public'],
  ["ALTER DATABASE SET search_path = 'none'", 'no schema has been selected to create in'],
];

/** What may be added: none of it changes what a service reads or writes. */
const allowed: readonly string[] = [
  'CREATE INDEX ON pets (name); CREATE INDEX ON pets (category_id, id)',
  'ALTER TABLE pets ADD note text, ADD stored timestamptz NOT NULL DEFAULT now()',
  "ALTER TABLE pets ALTER status SET DEFAULT 'sold'; ALTER TABLE pets ALTER id SET DEFAULT nextval('pet_ids')",
  'ALTER TABLE pets ALTER name TYPE text COLLATE "POSIX"; ALTER TABLE pets SET (fillfactor = 90); ALTER INDEX pets_status SET (fillfactor = 90)',
  'ALTER TABLE pets REPLICA IDENTITY FULL; CREATE PUBLICATION every FOR TABLE pets, creations, api_keys',
  'CREATE TABLE visits (pet bigint REFERENCES pets, at date)',
  trigger('AFTER INSERT ON pets'),
  'CREATE TRIGGER u BEFORE UPDATE ON pets FOR EACH ROW EXECUTE FUNCTION f()',
  'REINDEX TABLE pets; ALTER INDEX pets_pkey RENAME TO by_id; GRANT SELECT ON pets TO PUBLIC; COMMENT ON TABLE pets IS $$ours$$',
];

describeOnPostgres('A start and a check', ({ uri, sql }: TestDatabase) => {
  const database = `DATABASE "${new URL(uri).pathname.slice(1)}"`;
  const change = (statements: string) => sql(statements.replace('DATABASE', database));

  const clear = async (): Promise<void> => {
    await sql(`DROP OWNED BY ${lean}, ${owner} CASCADE; DROP PUBLICATION IF EXISTS every; DROP SCHEMA IF EXISTS ${lean} CASCADE;
      DROP SCHEMA public CASCADE; CREATE SCHEMA public AUTHORIZATION pg_database_owner`);
    await sql(`ALTER ${database} OWNER TO CURRENT_USER`);
    await sql(`ALTER ${database} RESET ALL`);
  };
  beforeAll(() => sql(`CREATE ROLE ${lean} LOGIN; CREATE ROLE ${owner} LOGIN`));
  beforeEach(clear);
  afterAll(async () => {
    await clear();
    await sql(`DROP ROLE ${lean}, ${owner}`);
  });

  /** Creates the tables, and returns the address of the database for the lean user. */
  const createTables = async (): Promise<string> => {
    await sql(scriptOf(steps));
    return grantOnly(uri, sql, lean);
  };

  it('refuse what others changed', async () => {
    const messages: string[] = [];
    for (const statements of refused) {
      await clear();
      const user = await createTables();
      await change(statements);
      messages.push(`${statements}\n  ${await refusalOf(user)}\n`);
    }
    await expect(messages.join('')).toMatchFileSnapshot('refusals.txt');
  });

  it.each(occupied)('refuse an empty database after %s: %s', async (statements, reason) => {
    await sql(`GRANT CONNECT ON ${database} TO ${lean}; GRANT CREATE, USAGE ON SCHEMA public TO ${lean}`);
    await change(statements);
    expect(await refusalOf(asUser(uri, lean))).toBe(`PostgreSQL cannot be used: ${reason}`);
    expect(await sql("SELECT to_regclass('pet_ids')")).toEqual([[null]]);
  });

  it('accept what cannot change what is read and written, use up no id and leave no row', async () => {
    const user = await createTables();
    for (const addition of allowed) await sql(addition);
    expect(await refusalOf(user)).toBe('none');
    expect(await sql('SELECT (SELECT count(*) FROM pets), (SELECT is_called FROM pet_ids)')).toEqual([['0', 'f']]);
  });

  it('refuse a user who lacks one of the rights, and name what it is for', async () => {
    const user = await createTables();
    const grants = grantsOn(database.replace('DATABASE ', ''));
    for (const [right, on] of grants.flatMap(([rights, on]) => rights.map((right) => [right, on] as const))) {
      await sql(`REVOKE ${right} ON ${on} FROM ${lean}`);
      const name = on === 'SCHEMA public' ? 'no schema' : on.replace(/^(?:DATABASE|SEQUENCE) /, '');
      expect([right, await refusalOf(user)]).toEqual([right, expect.stringContaining(name)]);
      await sql(`GRANT ${right} ON ${on} TO ${lean}`);
    }
  });

  it('accept the owner of the database, who creates the tables', async () => {
    await sql(`ALTER ${database} OWNER TO ${owner}`);
    expect(await refusalOf(asUser(uri, owner))).toBe('none');
  });
});
