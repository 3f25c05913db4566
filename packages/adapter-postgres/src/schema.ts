import type { ApiKey } from '@animal-store/access';
import type { NewPet } from '@animal-store/domain';

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

/** Makes those that change the tables or raise the ids wait for each other, until the transaction ends. */
export const lockSchema = "pg_advisory_xact_lock(hashtext('animal-store schema'))";

/** The sequence of the ids. A crash skips up to 32 ids and repeats none, because the WAL is ahead of it. */
export const idSequence = 'pet_ids';

/** The columns of an animal besides its `id`, by its fields: name and type. The record of a creation has them too. */
export const petColumns: Readonly<Record<keyof NewPet, string>> = {
  name: 'name text NOT NULL',
  categoryId: 'category_id bigint NOT NULL',
  status: 'status text COLLATE "C"',
};

/** The columns of an API key, in the order of `apiKeyOfColumns`. */
export const apiKeyColumns: Readonly<Record<keyof ApiKey, string>> = {
  id: 'id text COLLATE "C" NOT NULL',
  label: 'label text NOT NULL',
  digest: 'digest text COLLATE "C" NOT NULL',
  created: 'created bigint NOT NULL',
  expires: 'expires bigint',
  revoked: 'revoked bigint',
  lastUsed: 'last_used bigint',
};

const table = (name: string, ...columns: readonly string[]): readonly string[] => [
  `table ${name}`,
  ...columns.map((column) => `column ${name}.${column}`),
];

const ofPet = Object.values(petColumns);

/** What the repositories rely on after the last step, as `compare` reads it from the catalogue of PostgreSQL. */
export const expected: readonly string[] = [
  ...table('animal_store', 'version integer NOT NULL'),
  ...table('pets', 'id bigint NOT NULL', ...ofPet),
  'unique index on pets btree (id)',
  'index on pets btree (status, id) WHERE (status IS NOT NULL)',
  `sequence ${idSequence}`,
  `${idSequence} of bigint, increment 1, maximum 9007199254740991, cache 1`,
  ...table(
    'creations',
    ...['scope text COLLATE "C" NOT NULL', 'key text COLLATE "C" NOT NULL', 'pet_id bigint NOT NULL'],
    ...[...ofPet, 'created bigint NOT NULL'],
  ),
  'unique index on creations btree (scope, key)',
  ...table('api_keys', ...Object.values(apiKeyColumns)),
  'unique index on api_keys btree (id)',
  'unique index on api_keys btree (digest)',
];

/** A step from one version of the tables to the next. Once it is released, it never changes. */
export interface Step {
  /** What it does, for the operator. */
  readonly title: string;
  readonly sql: string;
}

/**
 * The steps from an empty database to the current version, which is their number. The record of a creation has the fields of the
 * first response. `COLLATE "C"` compares bytes, whatever the language of the database is.
 */
export const steps: readonly Step[] = [
  {
    title: 'create the tables',
    sql: `
      CREATE SEQUENCE pet_ids MAXVALUE 9007199254740991 NO CYCLE CACHE 1;
      CREATE TABLE pets (
        id bigint PRIMARY KEY CHECK (id BETWEEN 1 AND 9007199254740991),
        name text NOT NULL,
        category_id bigint NOT NULL,
        status text COLLATE "C" CHECK (status IN ('available', 'pending', 'sold'))
      );
      ALTER SEQUENCE pet_ids OWNED BY pets.id;
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
      INSERT INTO animal_store VALUES (1)`,
  },
];

const take = ({ sql }: Step, version: number): string => `
  DO $step$ BEGIN
    IF ${version === 0 ? "to_regclass('animal_store') IS NULL" : `(SELECT max(version) FROM animal_store) = ${version}`} THEN
      ${sql};
      UPDATE animal_store SET version = ${version + 1};
    END IF;
  END $step$`;

/**
 * A script that takes the steps which a database lacks, in one transaction: all of them or none. Several instances may run it at
 * once, because a lock, which ends with the transaction, makes them wait for each other.
 */
export const scriptOf = (all: readonly Step[]): string => {
  const begin = `SELECT ${lockSchema}, ${setSynchronousCommit}, set_config('statement_timeout', '0', true)`;
  return [begin, ...all.map(take)].join(';');
};
