import { absent, unusable } from './errors.ts';
import type { Query } from './pool.ts';
import { expected, idSequence, tables } from './schema.ts';

/**
 * The facts of `expected`, and what would lose data silently: one a row. A table in another schema than `animal_store` hides ours.
 * The collation of a name or a label does not matter, because these are never compared.
 */
const readFacts = `
  WITH ours AS (
    SELECT c.* FROM unnest('{${[...tables, idSequence]}}'::text[]) AS given JOIN pg_class c ON c.oid = to_regclass(given)
    WHERE relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('animal_store'))
  )
  SELECT concat(CASE relkind WHEN 'r' THEN 'table ' WHEN 'S' THEN 'sequence ' END, relname) AS fact FROM ours
  UNION ALL SELECT concat('column ', relname, '.', attname, ' ', format_type(atttypid, atttypmod),
      CASE WHEN attcollation = 'pg_catalog."C"'::regcollation AND attname NOT IN ('name', 'label') THEN ' COLLATE "C"' END,
      CASE WHEN attnotnull THEN ' NOT NULL' END)
    FROM ours JOIN pg_attribute ON attrelid = ours.oid
  UNION ALL SELECT concat(CASE WHEN indisunique THEN 'unique ' END, 'index on ', relname, ' ',
      regexp_replace(pg_get_indexdef(indexrelid), '^.* USING | WITH \\([^)]*\\)', '', 'g'))
    FROM ours JOIN pg_index ON indrelid = ours.oid
  UNION ALL SELECT concat(relname, ' of ', seqtypid::regtype, ', increment ', seqincrement, ', maximum ', seqmax, ', cache ', seqcache,
      CASE WHEN seqcycle THEN ', cycle' END)
    FROM ours JOIN pg_sequence ON seqrelid = ours.oid
  UNION ALL SELECT concat('unlogged table ', relname) FROM ours WHERE relpersistence = 'u'
  UNION ALL SELECT concat('trigger ', tgname, ' before the writes of rows on ', relname)
    FROM ours JOIN pg_trigger ON tgrelid = ours.oid
    WHERE tgenabled IN ('O', 'A') AND tgtype & 3 = 3 AND tgtype & CASE relname WHEN 'api_keys' THEN 20 ELSE 4 END <> 0
  UNION ALL SELECT concat('rule ', rulename, ' on ', relname) FROM ours JOIN pg_rewrite ON ev_class = ours.oid
  ORDER BY fact`;

/**
 * Rejects if a table, the sequence or an index does not exist. An opening also rejects any other difference in the catalogue that
 * could lose data silently.
 */
export const compare = async (query: Query, isOpening: boolean): Promise<void> => {
  const found = (await query({ name: 'read_catalogue', text: readFacts })).map(([fact]) => String(fact));
  const missing = expected.filter((fact) => !found.includes(fact));
  const parts = missing.filter((fact) => /^(?:table|sequence|index|unique index) /.test(fact));
  if (parts.length > 0)
    throw absent(`${parts.join(', ')} ${parts.length === 1 ? 'does' : 'do'} not exist: restore what is missing`);
  const inTheWay = found.filter((fact) => /^(?:unlogged|trigger|rule) /.test(fact));
  const differences = [...missing.map((fact) => `no ${fact}`), ...inTheWay];
  if (isOpening && differences.length > 0)
    throw unusable(`the tables are not as this program makes them: ${differences.join(', ')}. Correct this by hand`);
};
