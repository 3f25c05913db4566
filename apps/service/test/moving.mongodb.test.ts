import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { projectFile } from '@animal-store/testkit/project-file';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { afterAll, expect, it } from 'vitest';

const folder = temporaryFolder(afterAll);

const statuses = ['', ',"status":"available"', ',"status":"sold"'];
const animals = Array.from(
  { length: 700 },
  (_, n) =>
    `{"id":${7 * n + 1},"name":${JSON.stringify(`${n} "é猫🐈\u0000\\`)},"categoryId":${(n % 2 ? 1n : -1n) * (2n ** 63n - 1n - BigInt(n))}${statuses[n % 3]}}\n`,
).join('');

describeOnMongodb('Animals that move from an SQLite file to MongoDB', (database) => {
  it('are the same afterwards, and the store knows their ids', { timeout: 60_000 }, () => {
    const file = join(folder, 'animals.ndjson');
    writeFileSync(file, animals);
    const sh = (script: string): string => {
      const env = {
        PATH: process.env['PATH'],
        STORE_FILE: join(folder, 'animals.db'),
        URI: database.uri,
        AS: `${process.execPath} --conditions=@animal-store/source ${projectFile('apps/service/src/main.ts')}`,
      };
      const { stdout, stderr } = spawnSync('sh', ['-c', script], { env, encoding: 'utf8' });
      return stdout + stderr;
    };
    const move = 'SQLITE_FILE=$STORE_FILE $AS export | MONGODB_URI=$URI $AS import --keep-ids -';
    expect(sh(`SQLITE_FILE=$STORE_FILE $AS import --keep-ids ${file}`)).toMatch(/^700 animals added/);
    expect(sh(move)).toBe('700 animals added, 0 stored before, 0 lines refused.\n');
    expect(sh(move)).toBe('0 animals added, 700 stored before, 0 lines refused.\n');
    expect(sh('MONGODB_URI=$URI $AS export')).toBe(animals);
    expect(sh('MONGODB_URI=$URI $AS skip-ids --by 10')).toMatch(/^New animals get ids above \d+\.\n$/);
  });
});
