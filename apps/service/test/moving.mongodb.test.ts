import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@animal-store/testkit/eventually';
import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { putKey, startOnMongodb } from '@animal-store/testkit/service';
import { afterAll, expect, it } from 'vitest';
import { exportCommand } from '../src/commands/animals/export-command.ts';
import { importCommand } from '../src/commands/animals/import-command.ts';
import { clientOf } from './checked.ts';
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

describeOnMongodb('Animals that keep their ids while a service adds others', (database) => {
  it('are all stored, and those of the service get higher ids', async (test) => {
    const service = await startOnMongodb({ uri: database.uri, apiKey: await putKey(database) });
    test.onTestFinished(() => service.process.kill('SIGKILL'));
    const client = clientOf(test, service);
    const file = join(folder, 'beside.ndjson');
    const count = 3_000;
    const pets = Array.from({ length: count }, (_, n) => `{"id":${n + 1},"name":"Rex","categoryId":1}\n`);
    writeFileSync(file, pets.join(''));
    const importing = { isRunning: true };
    const imported = runCommand(importCommand, ['--keep-ids', file], { environment: { MONGODB_URI: database.uri } });
    void imported.finally(() => {
      importing.isRunning = false;
    });
    // The service reserves its first ids once the import has begun.
    await eventually(10_000, async () => (await client.get(`/v1/pets/${count}`)).status === 200 || undefined);
    const ids: number[] = [];
    while (importing.isRunning) ids.push(JSON.parse((await client.add('Tom')).text).id);
    expect(await imported).toEqual([`${count} animals added.`]);
    expect([ids.length > 0, ids.every((id) => id > count)]).toEqual([true, true]);
  });
});
