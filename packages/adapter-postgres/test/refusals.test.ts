import { describeOnPostgres, type TestDatabase } from '@animal-store/testkit/postgres';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTables } from '../src/schema.ts';
import { asUser, grantOnly, refusalOf, rightsOn } from './store.ts';

const role = 'guided';
const owner = 'owning';

const onInsert = (table: string, body: string): string =>
  `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN ${body}; RETURN NEW; END $$;
  CREATE TRIGGER t AFTER INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION f()`;
const before = (events: string): string => onInsert('pets', 'NULL').replace('AFTER INSERT ON', `BEFORE ${events} ON`);

/** Changes of the tables. The snapshot has what the message says is missing and in the way. */
const changes: readonly string[] = [
  // Other tables.
  'ALTER TABLE creations SET UNLOGGED',
  'CREATE TABLE more () INHERITS (pets)',
  'CREATE TABLE every (LIKE creations) PARTITION BY LIST (key); ALTER TABLE every ATTACH PARTITION creations DEFAULT',
  // Columns.
  'ALTER TABLE pets ALTER name TYPE varchar(1000)',
  'ALTER TABLE pets ALTER category_id TYPE integer',
  "CREATE COLLATION ci (provider = icu, locale = 'und-u-ks-level2', deterministic = false); ALTER TABLE creations ALTER key TYPE text COLLATE ci",
  'ALTER TABLE pets ALTER status SET NOT NULL',
  'ALTER TABLE api_keys DROP last_used',
  // Constraints and indexes.
  'ALTER TABLE creations DROP CONSTRAINT creations_pkey',
  'ALTER TABLE creations DROP CONSTRAINT creations_pkey, ADD PRIMARY KEY (scope, key) DEFERRABLE',
  'DROP INDEX pets_status',
  "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'pets_status'::regclass",
  'DROP INDEX pets_status; CREATE INDEX ON pets (status) WHERE status IS NOT NULL',
  'ALTER TABLE pets DROP CONSTRAINT pets_status_check',
  'CREATE UNIQUE INDEX ON pets (name)',
  "ALTER TABLE api_keys ADD CHECK (label <> 'x')",
  'ALTER TABLE pets ADD EXCLUDE (name WITH =)',
  'CREATE TABLE categories (id bigint PRIMARY KEY); ALTER TABLE pets ADD FOREIGN KEY (category_id) REFERENCES categories',
  // Triggers and rules.
  before('INSERT'),
  before('UPDATE').replace('ON pets', 'ON api_keys'),
  "CREATE RULE r AS ON INSERT TO pets WHERE NEW.status = 'sold' DO INSTEAD NOTHING",
  // Ids.
  'ALTER SEQUENCE pet_ids CYCLE',
  'ALTER SEQUENCE pet_ids CACHE 10',
  'ALTER SEQUENCE pet_ids INCREMENT -1',
  'ALTER SEQUENCE pet_ids AS integer MAXVALUE 2147483647',
];

const refuses = (code: string): string =>
  `PostgreSQL cannot be used: a statement is refused: code ${code}; the log of PostgreSQL has the message`;
const security = 'row-level security may hide rows of pets from the user: disable it, or give the user BYPASSRLS';
const changed = (table: string): string =>
  `a row of ${table} is not read as it was written: look at the triggers of the table`;

/** A change, and the message. */
const others: readonly [change: string, message: string, user?: string][] = [
  ...['pets', 'creations', 'api_keys'].map((table): [string, string] => [
    onInsert(table, `DELETE FROM ${table}`),
    changed(table),
  ]),
  [onInsert('api_keys', "UPDATE api_keys SET label = 'x'"), changed('api_keys')],
  ['ALTER TABLE pets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', security, owner],
  ['ALTER TABLE pets ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON pets USING (id < 10) WITH CHECK (true)', security],
  [
    'ALTER TABLE animal_store ENABLE ROW LEVEL SECURITY',
    'query would be affected by row-level security policy for table "animal_store"',
  ],
  [onInsert('pets', "RAISE 'not %', NEW.name"), refuses('P0001')],
  [
    onInsert('creations', "RAISE 'not %', NEW.name")
      .replace('CREATE TRIGGER', 'CREATE CONSTRAINT TRIGGER')
      .replace('FOR EACH', 'INITIALLY DEFERRED FOR EACH'),
    refuses('P0001'),
  ],
  ['ALTER TABLE pets ADD keeper text NOT NULL', refuses('23502, table pets, column keeper')],
  ['ALTER TABLE creations ALTER pet_id ADD GENERATED ALWAYS AS IDENTITY', refuses('428C9')],
  ['CREATE INDEX ON pets ((1 / (length(name) - 1000)))', refuses('22012')],
  ['ALTER SEQUENCE pet_ids RENAME TO other', 'relation "pet_ids" does not exist'],
  ['ALTER TABLE creations RENAME TO other', 'relation "creations" does not exist'],
  [
    'ALTER TABLE api_keys RENAME TO other; CREATE VIEW api_keys AS SELECT * FROM other; GRANT ALL ON api_keys TO PUBLIC',
    ', view api_keys.',
  ],
  [
    `REVOKE INSERT ON pets FROM ${role}; GRANT INSERT (id, name, category_id, status) ON pets TO ${role}`,
    'permission denied: the user has no right to INSERT on pets',
  ],
  ['DELETE FROM animal_store', 'animal_store has no row, and must have one with the version 1'],
  [
    'UPDATE animal_store SET version = 2; INSERT INTO animal_store VALUES (1)',
    'the database has version 2 of the tables, and this program knows only version 1; use a newer program',
  ],
  ...[
    ['default_transaction_isolation', 'serializable', 'read committed'],
    ['default_transaction_read_only', 'on', 'off'],
    ['array_nulls', 'off', 'on'],
    ['quote_all_identifiers', 'on', 'off'],
  ].map(([name, value, needed]): [string, string] => [
    `ALTER DATABASE SET ${name} = '${value}'`,
    `${name} is ${value}, and must be ${needed}: set it for the user`,
  ]),
];

/** A change of an empty database, and why the tables cannot be created. */
const occupied: readonly [change: string, reason: string][] = [
  ['CREATE TABLE pets (id bigint)', 'relation "pets" already exists'],
  ["CREATE TYPE creations AS ENUM ('a')", 'type "creations" already exists'],
  [`REVOKE CREATE ON SCHEMA public FROM ${role}`, 'permission denied for schema public'],
  ["ALTER DATABASE SET search_path = 'none'", 'no schema has been selected to create in'],
];

/** What may be added: none of it changes what a service reads or writes. */
const additions = [
  'CREATE INDEX ON pets (name); CREATE INDEX ON pets (category_id, id)',
  'ALTER TABLE pets ADD note text, ADD stored timestamptz NOT NULL DEFAULT now()',
  "ALTER TABLE pets ALTER status SET DEFAULT 'sold'; ALTER TABLE pets ALTER id SET DEFAULT nextval('pet_ids')",
  'ALTER TABLE pets ALTER name TYPE text COLLATE "POSIX"; ALTER TABLE pets SET (fillfactor = 90); ALTER INDEX pets_status SET (fillfactor = 90)',
  'ALTER TABLE pets REPLICA IDENTITY FULL; CREATE PUBLICATION every FOR TABLE pets, creations, api_keys',
  'CREATE TABLE visits (pet bigint REFERENCES pets, at date)',
  'CREATE TABLE audit (what text)',
  onInsert('pets', "INSERT INTO audit VALUES ('pet ' || NEW.id)"),
  before('UPDATE').replaceAll(/\bf\(/g, 'g(').replace('TRIGGER t', 'TRIGGER u'),
  'REINDEX TABLE pets; ALTER INDEX pets_pkey RENAME TO by_id; GRANT SELECT ON pets TO PUBLIC; COMMENT ON TABLE pets IS $$ours$$',
];

describeOnPostgres('A start and a check', ({ uri, sql }: TestDatabase) => {
  const database = `DATABASE "${new URL(uri).pathname.slice(1)}"`;
  const clear = `DROP OWNED BY ${role}, ${owner} CASCADE; DROP SCHEMA public CASCADE; DROP PUBLICATION IF EXISTS every;
    CREATE SCHEMA public AUTHORIZATION pg_database_owner; ALTER ${database} OWNER TO CURRENT_USER`;
  beforeAll(() => sql(`CREATE ROLE ${role} LOGIN; CREATE ROLE ${owner} LOGIN`));
  const clean = () => sql(clear).then(() => sql(`ALTER ${database} RESET ALL`));
  beforeEach(clean);
  afterAll(() => sql(`${clear}; DROP ROLE ${role}, ${owner}`));

  /** Makes the tables. Returns the address for their owner, or for a user with the rights of the guide. */
  const makeTables = async (who = role): Promise<string> => {
    if (who === owner) await sql(`ALTER ${database} OWNER TO ${owner}`);
    await sql(`SET ROLE ${who === owner ? owner : 'NONE'}; ${createTables}; RESET ROLE`);
    return who === owner ? asUser(uri, owner) : grantOnly(uri, sql, role);
  };

  it('refuse changed tables', async () => {
    const said: string[] = [];
    for (const change of changes) {
      await clean();
      const user = await makeTables();
      await sql(change);
      const differences = /are not as this program makes them; (.*)\. Correct this by hand$/.exec(
        await refusalOf(user),
      );
      said.push(`${change.replaceAll(/\s+/g, ' ')}\n  ${differences?.[1]}\n`);
    }
    await expect(said.join('')).toMatchFileSnapshot('changed-tables.txt');
  }, 60_000);

  it.each(others)('refuse a database after %s: %s', async (change, message, who) => {
    const user = await makeTables(who);
    await sql(change.replace('DATABASE', database));
    expect(await refusalOf(user)).toContain(message);
  });

  it.each(occupied)('refuse an empty database after %s: %s', async (change, reason) => {
    await sql(`GRANT CONNECT ON ${database} TO ${role}; GRANT CREATE, USAGE ON SCHEMA public TO ${role}`);
    await sql(change.replace('DATABASE', database));
    expect(await refusalOf(asUser(uri, role))).toBe(
      `PostgreSQL cannot be used: the tables cannot be created: ${reason}. They need a schema in which the user may create tables`,
    );
    expect(await sql("SELECT to_regclass('pet_ids')")).toEqual([[null]]);
  });

  it('refuse a view of another program', async () => {
    await sql('CREATE VIEW animal_store AS SELECT 1');
    expect(await refusalOf(uri)).toBe('PostgreSQL cannot be used: column animal_store.version does not exist');
  });

  it('refuse a table of another schema that hides one', async () => {
    const user = await makeTables();
    await sql(
      `CREATE SCHEMA ${role}; ALTER SCHEMA ${role} OWNER TO ${owner}; CREATE TABLE ${role}.creations (LIKE public.creations INCLUDING ALL)`,
    );
    await sql(`GRANT USAGE ON SCHEMA ${role} TO ${role}; GRANT SELECT, INSERT ON ${role}.creations TO ${role}`);
    expect(await refusalOf(user)).toContain(`in the way: table ${role}.creations`);
  });

  it('accept what cannot change what is read and written', async () => {
    const user = await makeTables();
    for (const addition of additions) await sql(addition);
    expect(await refusalOf(user)).toBe('none');
    expect(await sql('SELECT (SELECT count(*) FROM pets), (SELECT is_called FROM pet_ids)')).toEqual([['0', 'f']]);
  });

  it('name each right that a user lacks', async () => {
    const user = await makeTables();
    expect(await refusalOf(user)).toBe('none');
    for (const [right, on] of rightsOn(uri)) {
      await sql(`REVOKE ${right} ON ${on} FROM ${role}`);
      if (right === 'UPDATE' && on === 'SEQUENCE pet_ids') {
        // Needed only once the ids are behind.
        expect(await refusalOf(user)).toBe('none');
        await sql("INSERT INTO pets VALUES (7, '', 1)");
      }
      const refusal = await refusalOf(user);
      expect(refusal).toMatch(new RegExp(`^PostgreSQL cannot be used: permission denied.*\\b${right}\\b`));
      expect(refusal).toContain(on.replace(/^SEQUENCE /, '').replace('DATABASE', 'database'));
      await sql(`GRANT ${right} ON ${on} TO ${role}`);
    }
  });

  it('accept the owner of the database, who creates the tables', async () => {
    await sql(`ALTER ${database} OWNER TO ${owner}`);
    expect(await refusalOf(asUser(uri, owner))).toBe('none');
    await sql(`REVOKE INSERT ON pets FROM ${owner}`);
    expect(await refusalOf(asUser(uri, owner))).toBe(
      'PostgreSQL cannot be used: permission denied: the user has no right to INSERT on pets',
    );
  });
});
