import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { petOperations } from '@animal-store/domain-testkit';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { type BackupProgress, backupSqlite } from '../src/index.ts';
import { add, alter, idempotency, newFile, newPet, open, outageOf, petId, query, startStoreProcess } from './store.ts';

// Tests with a process or a wait of their own.

it('A backup copies all that was acknowledged before, while another process adds without a pause', async () => {
  const file = newFile();
  // Some size, so that the copy takes several steps, and writes come between them.
  await open(file);
  const many = 'WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 3000)';
  alter(file, `${many} INSERT INTO pets (name, category_id) SELECT hex(zeroblob(2000)), 1 FROM n`);
  const { repository } = await startStoreProcess(file, 'pets');
  const acknowledged: (readonly [key: string, id: bigint])[] = [];
  let isAdding = true;
  const adders = Array.from({ length: 20 }, async (_, n) => {
    for (let m = 0; isAdding; m++) {
      const key = `${n}-${m}`;
      const { id } = await add(repository, newPet(`animal ${key}`), idempotency(key));
      acknowledged.push([key, id]);
    }
  });
  while (acknowledged.length < 300) await setImmediate();
  const before = [...acknowledged];

  const steps: BackupProgress[] = [];
  const target = newFile();
  expect(await backupSqlite(file, target, (progress) => void steps.push(progress))()).toEqual(E.right(undefined));
  const after = acknowledged.length;
  isAdding = false;
  await Promise.all(adders);

  expect([statSync(target).mode & 0o777, readdirSync(dirname(target))]).toEqual([0o600, [basename(target)]]);
  expect(steps.length).toBeGreaterThan(1);
  // It has not begun anew in between.
  expect(new Set(steps.map(({ totalPages }) => totalPages)).size).toBe(1);
  const { pets } = await open(target);
  for (const [key, id] of before) {
    const name = `animal ${key}`;
    expect(await add(pets, newPet(name), idempotency(key))).toEqual({ id, name, categoryId: 7n });
  }
  const orphans = query(target, 'SELECT key FROM creations WHERE pet_id NOT IN (SELECT id FROM pets)');
  expect([after > before.length, orphans]).toEqual([true, []]);
});

it('A lock that another program has makes writes wait, while reads go on, and then fail', async () => {
  const file = newFile();
  const { pets } = await open(file);
  const pip = await add(pets, newPet('Pip'));
  const other = new DatabaseSync(file, { timeout: 10_000 });
  other.exec('BEGIN EXCLUSIVE');
  let reads = 0;
  const reading = setInterval(async () => {
    if (E.isRight(await pets.find(petId(1n))())) reads += 1;
  }, 1);
  for (const { kind, run } of Object.values(petOperations)) {
    if (kind === 'read') continue;
    const begin = performance.now();
    expect(await run(pets, pip)()).toMatchObject(outageOf('database is locked'));
    expect(performance.now() - begin).toBeGreaterThan(1_999);
  }
  clearInterval(reading);
  expect(reads).toBeGreaterThan(10);

  const waiting = add(pets, newPet('Rex'));
  other.close();
  expect((await waiting).id).toBe(2n);
});

it('Processes that start at once take each step once', async () => {
  const file = newFile();
  await (await open(file)).close();
  const sql = ['ALTER TABLE pets ADD COLUMN birth_date TEXT', 'ALTER TABLE pets ADD COLUMN owner TEXT'];
  const source = (path: string): string => JSON.stringify(new URL(`../src/${path}`, import.meta.url).href);
  const program = `
    import { openWith } from ${source('open.ts')};
    import { allSteps } from ${source('schema.ts')};
    const more = ${JSON.stringify(sql)}.map((sql) => ({ title: 'add a column', sql }));
    const { left } = await openWith([...allSteps, ...more])(process.argv[1])();
    console.log(left?.message ?? 'opened');
  `;
  const node = ['--conditions=@animal-store/source', '--input-type=module', '--eval', program, file];
  const runs = Array.from({ length: 4 }, () => promisify(execFile)(process.execPath, node));
  const printed = (await Promise.all(runs)).map(({ stdout }) => stdout.trim());
  expect(printed).toEqual(['opened', 'opened', 'opened', 'opened']);
  const columns = query(file, "SELECT name FROM pragma_table_info('pets')");
  expect(columns).toEqual(['id', 'name', 'category_id', 'status', 'birth_date', 'owner']);
});
