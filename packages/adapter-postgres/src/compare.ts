import { unusable } from './errors.ts';
import type { Query } from './pool.ts';
import { idSequence, tables } from './schema.ts';

/** What `readFacts` finds right after `createTables`. */
const made: readonly string[] = [
  'table animal_store',
  'column animal_store.version integer NOT NULL',
  'table pets',
  'column pets.id bigint NOT NULL',
  'column pets.name text NOT NULL',
  'column pets.category_id bigint NOT NULL',
  'column pets.status text COLLATE "C"',
  "CHECK (((id >= 1) AND (id <= '9007199254740991'::bigint))) on pets",
  "CHECK ((status = ANY (ARRAY['available'::text, 'pending'::text, 'sold'::text]))) on pets",
  'unique index on pets btree (id)',
  'index on pets btree (status, id) WHERE (status IS NOT NULL)',
  `sequence ${idSequence}`,
  `${idSequence} of bigint, increment 1, maximum 9007199254740991, cache 1`,
  'table creations',
  'column creations.scope text COLLATE "C" NOT NULL',
  'column creations.key text COLLATE "C" NOT NULL',
  'column creations.pet_id bigint NOT NULL',
  'column creations.name text NOT NULL',
  'column creations.category_id bigint NOT NULL',
  'column creations.status text COLLATE "C"',
  'column creations.created bigint NOT NULL',
  'unique index on creations btree (scope, key)',
  'table api_keys',
  'column api_keys.id text COLLATE "C" NOT NULL',
  'column api_keys.label text NOT NULL',
  'column api_keys.digest text COLLATE "C" NOT NULL',
  'column api_keys.created bigint NOT NULL',
  'column api_keys.expires bigint',
  'column api_keys.revoked bigint',
  'column api_keys.last_used bigint',
  'unique index on api_keys btree (id)',
  'unique index on api_keys btree (digest)',
];

/**
 * One row for each thing that can break a promise of the repositories. Defaults of columns cannot, because each value is
 * given. The collation of a name or a label cannot, because these are never compared.
 */
const readFacts = `
  WITH ours AS (
    SELECT c.*, concat(CASE WHEN c.relnamespace <> home.relnamespace THEN c.relnamespace::regnamespace || '.' END, c.relname) AS name
    FROM unnest(${tables} || '${idSequence}'::text) AS given
    JOIN pg_class c ON c.oid = to_regclass(given)
    JOIN pg_class home ON home.oid = to_regclass('animal_store')
  )
  SELECT concat_ws(' ', CASE relpersistence WHEN 'u' THEN 'unlogged' WHEN 't' THEN 'temporary' END,
      CASE relkind WHEN 'r' THEN 'table' WHEN 'S' THEN 'sequence' WHEN 'v' THEN 'view' ELSE 'relation of another kind:' END,
      name) AS fact
    FROM ours
  UNION ALL SELECT concat('column ', name, '.', attname, ' ', format_type(atttypid, atttypmod),
      CASE WHEN attcollation = 'pg_catalog."C"'::regcollation AND attname NOT IN ('name', 'label') THEN ' COLLATE "C"' END,
      CASE WHEN attnotnull THEN ' NOT NULL' END)
    FROM ours JOIN pg_attribute ON attrelid = ours.oid WHERE relkind <> 'S' AND attnum > 0 AND NOT attisdropped
  UNION ALL SELECT concat(pg_get_constraintdef(c.oid), ' on ', name)
    FROM ours JOIN pg_constraint c ON conrelid = ours.oid WHERE contype IN ('c', 'f', 'x')
  UNION ALL SELECT concat_ws(' ', CASE WHEN NOT indisvalid THEN 'invalid' END, CASE WHEN NOT indimmediate THEN 'deferrable' END,
      CASE WHEN indisunique THEN 'unique' END, 'index on', name,
      regexp_replace(pg_get_indexdef(indexrelid), '^.* USING | WITH \\([^)]*\\)', '', 'g'))
    FROM ours JOIN pg_index ON indrelid = ours.oid
  UNION ALL SELECT concat(name, ' of ', seqtypid::regtype, ', increment ', seqincrement, ', maximum ', seqmax, ', cache ', seqcache,
      CASE WHEN seqcycle THEN ', cycle' END)
    FROM ours JOIN pg_sequence ON seqrelid = ours.oid
  UNION ALL SELECT concat('trigger ', tgname, ' before the writes of rows on ', name)
    FROM ours JOIN pg_trigger ON tgrelid = ours.oid
    WHERE tgenabled IN ('O', 'A') AND tgtype & 3 = 3 AND tgtype & CASE relname WHEN 'api_keys' THEN 20 ELSE 4 END <> 0
  UNION ALL SELECT concat('rule ', rulename, ' on ', name) FROM ours JOIN pg_rewrite ON ev_class = ours.oid WHERE relkind = 'r'
  UNION ALL SELECT concat('inheritance of ', name) FROM ours JOIN pg_inherits ON ours.oid IN (inhparent, inhrelid)
  ORDER BY fact`;

const columnOf = (fact: string): string | undefined => /^column (\S+)/.exec(fact)?.[1];
const columns = made.map(columnOf);

/** Whether it cannot break a promise: an index that is not unique, another index or column of ours, or a column of others. */
const isAllowed = (fact: string): boolean => {
  const column = columnOf(fact);
  if (column !== undefined) return !columns.includes(column);
  const index = fact.replace(/^invalid /, '');
  return index.startsWith('index ') || made.includes(index);
};

/** Rejects if the tables, as they are in the catalogue, could break a promise of the repositories. It names each difference. */
export const compare = async (query: Query): Promise<void> => {
  const found = (await query({ name: 'read_catalogue', text: readFacts })).map(([fact]) => String(fact));
  const missing = made.filter((fact) => !found.includes(fact));
  const inTheWay = found.filter((fact) => !made.includes(fact) && !isAllowed(fact));
  const differences = [
    ...(missing.length > 0 ? [`missing: ${missing.join(', ')}`] : []),
    ...(inTheWay.length > 0 ? [`in the way: ${inTheWay.join(', ')}`] : []),
  ];
  if (differences.length > 0)
    throw unusable(`the tables are not as this program makes them; ${differences.join('; ')}. Correct this by hand`);
};
