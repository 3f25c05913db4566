import { durably } from './statement.ts';

/**
 * The statements that upgrade the tables: those at index n from version n + 1 to n + 2. The table `animal_store` has the version;
 * the current one is that after the last step. The steps may take longer than an operation: the server finishes them while
 * operations fail, unless it checks its clients (`client_connection_check_interval`).
 */
export const upgradeSteps: readonly string[] = [];

const upgrade = (step: string, index: number): string => `
    IF (SELECT version FROM animal_store) = ${index + 1} THEN ${step}; UPDATE animal_store SET version = ${index + 2}; END IF;`;

/** The sequence of the ids. A crash skips up to 32 ids and repeats none: the log is ahead of the sequence. */
export const idSequence = 'pet_ids';

/**
 * Creates the tables if there are none, and upgrades those of an older version. Several instances may do so at once: the lock,
 * which ends with the transaction, makes one wait for the other. The record of a creation has the fields of the first response.
 * `COLLATE "C"` compares bytes, whatever the language of the database is.
 */
export const prepareTables = (steps: readonly string[]): string => `
  SELECT pg_advisory_xact_lock(hashtext('animal-store schema'));
  SELECT ${durably}, set_config('statement_timeout', '0', true);
  DO $$ BEGIN
    IF to_regclass('animal_store') IS NULL THEN
      CREATE SEQUENCE ${idSequence} MAXVALUE ${Number.MAX_SAFE_INTEGER} NO CYCLE CACHE 1;
      CREATE TABLE pets (
        id bigint PRIMARY KEY CHECK (id BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER}),
        name text NOT NULL,
        category_id bigint NOT NULL,
        status text COLLATE "C" CHECK (status IN ('available', 'pending', 'sold'))
      );
      ALTER SEQUENCE ${idSequence} OWNED BY pets.id;
      CREATE INDEX pets_status ON pets (status, id) WHERE status IS NOT NULL;
      CREATE TABLE creations (
        scope text COLLATE "C" NOT NULL,
        key text COLLATE "C" NOT NULL,
        pet_id bigint NOT NULL,
        name text NOT NULL,
        category_id bigint NOT NULL,
        status text COLLATE "C",
        created bigint NOT NULL,
        PRIMARY KEY (scope, key)
      );
      CREATE INDEX creations_created ON creations (created);
      CREATE TABLE api_keys (
        id text COLLATE "C" PRIMARY KEY,
        label text NOT NULL,
        digest text COLLATE "C" NOT NULL UNIQUE,
        created bigint NOT NULL,
        expires bigint,
        revoked bigint,
        last_used bigint
      );
      CREATE TABLE animal_store (version integer NOT NULL);
      INSERT INTO animal_store VALUES (${steps.length + 1});
    END IF;
    ${steps.map(upgrade).join('')}
  END $$`;

/** The rights that requests need, as rows of SQL. `DELETE` on `creations` is needed only if records expire. */
export const neededRights: string = `
  ('${idSequence}', 'USAGE'), ('${idSequence}', 'SELECT'), ('animal_store', 'SELECT'),
  ('pets', 'SELECT'), ('pets', 'INSERT'),
  ('creations', 'SELECT'), ('creations', 'INSERT'), ('creations', 'DELETE'),
  ('api_keys', 'SELECT'), ('api_keys', 'INSERT'), ('api_keys', 'UPDATE')`;
