import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { afterAll, expect, it } from 'vitest';
import { exportCommand } from '../src/commands/animals/export-command.ts';
import { importCommand } from '../src/commands/animals/import-command.ts';
import { runCommand, startCommand } from './moving/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'animal-store-moving-'));
afterAll(() => rmSync(folder, { recursive: true }));

const statuses = ['', ',"status":"available"', ',"status":"sold"'];
const animals = Array.from(
  { length: 700 },
  (_, n) =>
    `{"id":${7 * n + 1},"name":${JSON.stringify(`${n} "é猫🐈\u0000\\`)},"categoryId":${(n % 2 ? 1n : -1n) * (2n ** 63n - 1n - BigInt(n))}${statuses[n % 3]}}\n`,
).join('');

describeOnMongodb('Animals that move between an SQLite file and MongoDB', (database) => {
  const sqlite = { environment: { SQLITE_FILE: join(folder, 'animals.db') } };
  const mongodb = { environment: { MONGODB_URI: database.uri } };

  const put = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  /** `animal-store export | animal-store import --keep-ids -` */
  const move = (from: typeof sqlite | typeof mongodb, to: typeof from): Promise<readonly string[]> => {
    const { stdout } = startCommand(exportCommand, [], from);
    return runCommand(importCommand, ['--keep-ids', '-'], { ...to, stdin: stdout });
  };

  it('are the same afterwards, in both directions', async () => {
    const file = put('animals.ndjson', animals);
    expect(await runCommand(importCommand, ['--keep-ids', file], sqlite)).toEqual(['700 animals added.']);
    expect(await move(sqlite, mongodb)).toEqual(['700 animals added.']);
    expect(await runCommand(exportCommand, [], mongodb)).toEqual([animals]);
    expect(await move(sqlite, mongodb)).toEqual(['0 animals added, 700 stored before.']);
    rmSync(join(folder, 'animals.db'));
    expect(await move(mongodb, sqlite)).toEqual(['700 animals added.']);
    expect(await runCommand(exportCommand, [], sqlite)).toEqual([animals]);
  });
});
