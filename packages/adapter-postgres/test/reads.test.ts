import { describeOnPostgres, type TestDatabase } from '@animal-store/testkit/postgres';
import { beforeAll, expect, it } from 'vitest';
import { petReads } from '../src/pets.ts';
import { scriptOf, steps } from '../src/schema.ts';
import { openFirst } from '../src/servers.ts';

interface Plan {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

const nodesOf = ({ Plans = [], ...node }: Plan): readonly unknown[] => [
  [node['Node Type'], node['Index Name'], node['Actual Rows'], node['Rows Removed by Filter']],
  ...Plans.flatMap(nodesOf),
];

// One in a hundred is sold, half have no status.
const fill = `${scriptOf(steps)};
  INSERT INTO pets SELECT n, 'n' || n, 1, CASE WHEN n % 100 = 0 THEN 'sold' WHEN n % 2 = 1 THEN 'pending' END
    FROM generate_series(1, 200000) n;
  ANALYZE pets`;

type Row = readonly [values: string, index: string, rows: number, removed?: number];

const rows = {
  all: [
    ['-9223372036854775808, 21', 'pets_pkey', 21],
    ['199990, 101', 'pets_pkey', 10],
  ],
  ofStatus: [
    ["-9223372036854775808, 21, 'sold'", 'pets_status', 21, 0],
    ["199001, 101, 'sold'", 'pets_status', 10, 0],
    ["5001, 101, 'pending'", 'pets_status', 101, 1],
    ["9223372036854775807, 101, 'pending'", 'pets_status', 0, 0],
  ],
  one: [['5000', 'pets_pkey', 1]],
} satisfies Record<keyof typeof petReads, readonly Row[]>;

describeOnPostgres('A read of 200,000 analysed animals on PostgreSQL', ({ sql, uri }: TestDatabase) => {
  beforeAll(() => sql(fill));

  it.each(
    Object.entries(rows).flatMap(([name, ofName]) => ofName.map((row) => [name as keyof typeof rows, ...row] as const)),
  )('%s(%s) is one scan of %s, which reads at most one row more than the %i that it returns', async (...row) => {
    const [name, values, index, rows, removed] = row;
    const scan = ['Index Scan', index, rows, removed];
    const expected = name === 'one' ? [scan] : [['Limit', undefined, rows, undefined], scan];
    // PostgreSQL plans a prepared statement for its values, or once for all values.
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await sql(`PREPARE read AS ${petReads[name].text}; SET plan_cache_mode = ${mode}`);
      const [[json] = []] = await sql(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE read (${values})`);
      await sql('DEALLOCATE read');
      const [{ Plan: plan }] = JSON.parse(json ?? '') as [{ readonly Plan: Plan }];
      expect([mode, ...nodesOf(plan)]).toEqual([mode, ...expected]);
    }
  });

  it('is planned once on a connection, for all values', async () => {
    const pool = await openFirst(uri);
    // PostgreSQL plans for the values of the first five times, whatever the plan for all values costs.
    for (let time = 1; time <= 6; time++) {
      await pool.read({ ...petReads.all, values: [time, 21] });
      await pool.read({ ...petReads.ofStatus, values: [time, 21, 'sold'] });
      await pool.read({ ...petReads.one, values: [time] });
    }
    const plans = 'SELECT name, generic_plans, custom_plans FROM pg_prepared_statements ORDER BY name';
    expect(await pool.read({ text: plans })).toEqual([
      ['find_pet', 6n, 0n],
      ['list_pets', 6n, 0n],
      ['list_pets_of_status', 6n, 0n],
    ]);
    await pool.end();
  });
});
