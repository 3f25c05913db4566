/** The version of the tables below. The table `animal_store` has it. */
export const currentVersion = 1n;

/** The sequence of the ids. A crash skips up to 32 ids and repeats none, because the WAL is ahead of it. */
export const idSequence = 'pet_ids';

/**
 * Makes the transaction wait for the disk, and for a synchronous standby if there is one, whatever is set for the server,
 * the database or the user. It is part of each statement that writes: a pooler may run each transaction on another connection.
 */
export const setSynchronousCommit = "set_config('synchronous_commit', 'on', true) AS synchronous_commit";

/**
 * Makes a statement that only reads wait as if it had written: a commit without a write waits for nothing, even if what was read
 * is not on a standby yet. It writes a message to the WAL, which is read by no one, and needs no right.
 */
export const waitAsWrites =
  "(SELECT set_config('synchronous_commit', 'on', true) || pg_logical_emit_message(true, 'animal-store', ''))";

/** Makes those that create the tables or raise the ids wait for each other, until the transaction ends. */
export const lockSchema = "pg_advisory_xact_lock(hashtext('animal-store schema'))";

/**
 * Creates the tables if there are none. Several instances may do so at once: a lock, which ends with the transaction, makes
 * them wait for each other. The record of a creation has the fields of the first response. `COLLATE "C"` compares bytes,
 * whatever the language of the database is.
 */
export const createTables: string = `
  SELECT ${lockSchema};
  SELECT ${setSynchronousCommit};
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
      INSERT INTO animal_store VALUES (${currentVersion});
    END IF;
  END $$`;

/** The tables whose rows a user has to see. */
export const tables = "ARRAY['animal_store', 'pets', 'creations', 'api_keys']";
