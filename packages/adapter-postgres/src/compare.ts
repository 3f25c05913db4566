import { absent, unusable } from './errors.ts';
import type { Query } from './pool.ts';
import { expected, idSequence, tables } from './schema.ts';

/**
 * The facts of `expected`, and those of others that can break a promise of the repositories: one a row. Defaults of columns cannot,
 * because each value is given. The collation of a name or a label cannot, because these are never compared.
 */
const readFacts = `
  WITH ours AS (
    SELECT c.*, concat(CASE WHEN c.relnamespace <> home.relnamespace THEN c.relnamespace::regnamespace || '.' END, c.relname) AS name
    FROM unnest('{${[...tables, idSequence]}}'::text[]) AS given
    JOIN pg_class c ON c.oid = to_regclass(given)
    JOIN pg_class home ON home.oid = to_regclass('animal_store')
  )
  SELECT concat(CASE relkind WHEN 'r' THEN 'table ' WHEN 'S' THEN 'sequence ' WHEN 'v' THEN 'view ' ELSE 'relation of another kind: ' END,
      name) AS fact
    FROM ours
  UNION ALL SELECT concat('unlogged table ', name) FROM ours WHERE relpersistence = 'u'
  UNION ALL SELECT concat('column ', name, '.', attname, ' ', format_type(atttypid, atttypmod),
      CASE WHEN attcollation = 'pg_catalog."C"'::regcollation AND attname NOT IN ('name', 'label') THEN ' COLLATE "C"' END,
      CASE WHEN attnotnull THEN ' NOT NULL' END, CASE WHEN attidentity = 'a' OR attgenerated <> '' THEN ' GENERATED ALWAYS' END)
    FROM ours JOIN pg_attribute ON attrelid = ours.oid WHERE relkind <> 'S' AND attnum > 0 AND NOT attisdropped
  UNION ALL SELECT concat('required column ', name, '.', attname)
    FROM ours JOIN pg_attribute ON attrelid = ours.oid
    WHERE relkind = 'r' AND attnum > 0 AND NOT attisdropped AND attnotnull AND NOT atthasdef AND attidentity = ''
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
const columns = expected.map(columnOf);

/** Whether it cannot break a promise: an index that is not unique, another index or column of ours, or a column of others. */
const isAllowed = (fact: string): boolean => {
  const column = columnOf(fact);
  if (column !== undefined) return !columns.includes(column);
  const required = /^required column (\S+)/.exec(fact);
  if (required !== null) return columns.includes(required[1]);
  const index = fact.replace(/^invalid /, '');
  return index.startsWith('index ') || expected.includes(index);
};

const list = (title: string, facts: readonly string[]): string =>
  facts.length > 0 ? `; ${title}: ${facts.join(', ')}` : '';

/**
 * Rejects if a table, the sequence or an index does not exist. An opening also rejects any other difference in the catalogue that
 * could break a promise of the repositories.
 */
export const compare = async (query: Query, isOpening: boolean): Promise<void> => {
  const found = (await query({ name: 'read_catalogue', text: readFacts })).map(([fact]) => String(fact));
  const missing = expected.filter((fact) => !found.includes(fact));
  const inTheWay = found.filter((fact) => !expected.includes(fact) && !isAllowed(fact));
  // The columns and indexes of a missing table are missing too.
  const lost = [/^(?:table|sequence) /, /^(?:unique )?index /].map((kind) => missing.filter((fact) => kind.test(fact)));
  const [parts = []] = lost.filter(({ length }) => length > 0);
  if (parts.length > 0)
    throw absent(
      `${parts.join(', ')} ${parts.length === 1 ? 'does' : 'do'} not exist${list('in the way', inTheWay)}. Restore what is missing`,
    );
  const differences = list('missing', missing) + list('in the way', inTheWay);
  if (isOpening && differences !== '')
    throw unusable(`the tables are not as this program makes them${differences}. Correct this by hand`);
};
