import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { projectFile } from '@animal-store/testkit/project-file';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it } from 'vitest';

const statuses = ['', ',"status":"available"', ',"status":"sold"'];
const animals = Array.from({ length: 700 }, (_, n) => {
  const [name, categoryId] = [JSON.stringify(`${n} "é猫🐈\u0000\\`), (n % 2 ? 1n : -1n) * (2n ** 63n - 1n - BigInt(n))];
  return `{"id":${7 * n + 1},"name":${name},"categoryId":${categoryId}${statuses[n % 3]}}\n`;
}).join('');

describeOnMongodb('Animals that move from an SQLite file to MongoDB', (database) => {
  it('are the same afterwards, and the store knows their ids', { timeout: 60_000 }, () => {
    const folder = temporaryFolder();
    const main = `${process.execPath} --conditions=@animal-store/source ${projectFile('apps/service/src/main.ts')}`;
    const env = { PATH: process.env['PATH'], AS: main, FILE: join(folder, 'animals.db'), URI: database.uri };
    const sh = (script: string): string => {
      const { stdout, stderr } = spawnSync('sh', ['-c', script], { env, cwd: folder, encoding: 'utf8' });
      return stdout + stderr;
    };
    writeFileSync(join(folder, 'animals.ndjson'), animals);
    const move = 'SQLITE_FILE=$FILE $AS export | MONGODB_URI=$URI $AS import --keep-ids -';
    expect(sh('SQLITE_FILE=$FILE $AS import --keep-ids animals.ndjson')).toMatch(/^700 animals added/);
    expect(sh(move)).toBe('700 animals added, 0 stored before, 0 lines refused.\n');
    expect(sh(move)).toBe('0 animals added, 700 stored before, 0 lines refused.\n');
    expect(sh('MONGODB_URI=$URI $AS export')).toBe(animals);
    expect(sh('MONGODB_URI=$URI $AS skip-ids --by 10')).toMatch(/^New animals get ids above \d+\.\n$/);
  });
});
