import { describeOnPostgres } from '@animal-store/testkit/postgres';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertPets, recordPets } from '../src/add-pets.ts';
import { petReads } from '../src/create-postgres-pet-repository.ts';
import { setUp } from '../src/set-up.ts';
import { connect } from './postgres/connect.ts';

const reads = [
  [petReads.all, '5000, 21', ['Aggregate', 'Limit', 'Index Scan using pets_pkey on pets']],
  [petReads.ofStatus, "5000, 21, 'sold'", ['Aggregate', 'Limit', 'Index Scan using pets_status on pets']],
  [petReads.one, '5000', ['Index Scan using pets_pkey on pets']],
] as const;

const writes = [
  [insertPets, "ARRAY['a'], ARRAY[1], ARRAY['sold']"],
  [recordPets, "ARRAY['s'], ARRAY['k'], ARRAY['a'], ARRAY[1], ARRAY['sold'], 1"],
] as const;

describeOnPostgres('The plan of a statement, which a connection keeps', ({ uri }) => {
  let client: Client;
  beforeAll(async () => {
    await (await connect(uri)).close();
    client = new Client({ connectionString: uri });
    await client.connect();
    await setUp(client);
    for (const [{ name, text }] of [...reads, ...writes]) await client.query(`PREPARE ${name} AS ${text}`);
  });
  afterAll(() => client?.end());

  const planOf = async (name: string | undefined, values: string): Promise<readonly string[]> => {
    const { rows } = await client.query(`EXPLAIN (COSTS OFF) EXECUTE ${name} (${values})`);
    return rows.map((row) => String(Object.values(row)[0]).replace(/^\s*(?:-> {2})?/, ''));
  };

  const expectIndexScans = async (): Promise<void> => {
    for (const [{ name }, values, plan] of reads) {
      const lines = await planOf(name, values);
      expect(lines.filter((line) => !/^(?:Index Cond|Filter)/.test(line))).toEqual(plan);
      // With its parameters, so it is not made anew for other values.
      expect(lines.find((line) => line.startsWith('Index Cond'))).toContain('$1');
    }
    for (const [{ name }, values] of writes) {
      const scans = (await planOf(name, values)).filter((step) => / on (?:pets|creations)\b/.test(step));
      expect(scans.filter((scan) => !/^(?:Insert on|Index Scan using)/.test(scan))).toEqual([]);
    }
  };

  it('is a scan of an index, whether tables are new, were emptied or are large', async () => {
    await expectIndexScans();
    await client.query('VACUUM ANALYZE');
    await expectIndexScans();
    await client.query(`
      INSERT INTO pets SELECT n, 'animal', 1, CASE n % 3 WHEN 0 THEN 'sold' WHEN 1 THEN 'pending' END
      FROM generate_series(1, 50000) n`);
    await client.query(
      "INSERT INTO creations SELECT 's', n::text, n, 'animal', 1, NULL, n FROM generate_series(1, 50000) n",
    );
    await expectIndexScans();
    await client.query('VACUUM ANALYZE');
    await expectIndexScans();
  });
});
