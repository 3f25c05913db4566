import { absent, postgresError, unusable } from './errors.ts';
import type { Query } from './pool.ts';
import { neededRights } from './rights.ts';
import { expected } from './schema.ts';

const rights = Object.entries(neededRights).flatMap(([name, actions]) =>
  actions.map((action) => [name, action] as const),
);
const needed = [...expected, ...rights.map(([name, action]) => `right to ${action} on ${name}`)];

/**
 * The facts of `needed`, and what would hide or lose data silently: one a row. A table in another schema than `animal_store` hides
 * ours. The collation of a name or a label does not matter, because these are never compared.
 */
const readFacts = `
  WITH ours AS (
    SELECT c.* FROM unnest('{${Object.keys(neededRights)}}'::text[]) AS given JOIN pg_class c ON c.oid = to_regclass(given)
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
  UNION ALL SELECT concat('right to ', action, ' on ', relname)
    FROM ours JOIN (VALUES ${rights.map(([name, action]) => `('${name}', '${action}')`)}) AS needed (name, action) ON name = relname
    WHERE CASE relkind WHEN 'S' THEN has_sequence_privilege(oid, action) ELSE has_table_privilege(oid, action) END
  UNION ALL SELECT concat('row-level security on ', relname) FROM ours WHERE row_security_active(oid)
  UNION ALL SELECT concat('unlogged table ', relname) FROM ours WHERE relpersistence = 'u'
  UNION ALL SELECT concat('trigger ', tgname, ' before the writes of rows on ', relname)
    FROM ours JOIN pg_trigger ON tgrelid = ours.oid
    WHERE tgenabled IN ('O', 'A') AND tgtype & 3 = 3 AND tgtype & CASE relname WHEN 'api_keys' THEN 20 ELSE 4 END <> 0
  UNION ALL SELECT concat('rule ', rulename, ' on ', relname) FROM ours JOIN pg_rewrite ON ev_class = ours.oid
  UNION ALL SELECT 'read-only server' WHERE current_setting('transaction_read_only') = 'on'
  ORDER BY fact`;

/**
 * Rejects if this user cannot read and write the tables, as far as the catalogue tells, or if an index does not exist. An opening
 * also rejects what could lose data silently.
 */
export const compare = async (query: Query, isOpening: boolean): Promise<void> => {
  const found = (await query({ name: 'read_catalogue', text: readFacts })).map(([fact]) => String(fact));
  const missing = needed.filter((fact) => !found.includes(fact)).map((fact) => `no ${fact}`);
  const differences = [...missing, ...found.filter((fact) => /^(?:read|row|unlogged|trigger|rule)/.test(fact))];
  const assertNone = (kind: RegExp, refuse: (list: string) => Error): void => {
    const ofKind = differences.filter((fact) => kind.test(fact));
    if (ofKind.length > 0) throw refuse(ofKind.join(', '));
  };
  assertNone(/^read-only/, (list) => postgresError(`a ${list}`, '25006'));
  assertNone(/^no (?:table|sequence|index|unique)/, (list) => absent(`there is ${list}: restore what does not exist`));
  assertNone(/^no right|^row/, (list) => postgresError(`permission denied: ${list}`, '42501'));
  if (isOpening)
    assertNone(/./, (list) => unusable(`the tables are not as this program makes them: ${list}. Correct this by hand`));
};
