import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { putKey, type RunningService, startOnMongodb } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { exportCommand } from '../src/commands/animals/export-command.ts';
import { importCommand } from '../src/commands/animals/import-command.ts';
import { runCommand, startCommand } from './moving/run-command.ts';

const folder = temporaryFolder(afterAll);

const put = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const statuses = ['', ',"status":"available"', ',"status":"sold"'];
const animals = Array.from(
  { length: 700 },
  (_, n) =>
    `{"id":${7 * n + 1},"name":${JSON.stringify(`${n} "é猫🐈\u0000\\`)},"categoryId":${(n % 2 ? 1n : -1n) * (2n ** 63n - 1n - BigInt(n))}${statuses[n % 3]}}\n`,
).join('');

describeOnMongodb('Animals that move between an SQLite file and MongoDB', (database) => {
  const sqlite = { environment: { SQLITE_FILE: join(folder, 'animals.db') } };
  const mongodb = { environment: { MONGODB_URI: database.uri } };

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

const count = 3_000;
const lines = Array.from({ length: count }, (_, n) => `{"id":${n + 1},"name":"Rex","categoryId":1}\n`).join('');

describe.each<readonly [from: string, args: () => readonly string[], lines: RegExp]>([
  ['a file', () => ['--keep-ids', put('beside.ndjson', lines)], /^warns: (\d+) of the lines have ids up to \1, /],
  ['a pipe', () => ['--keep-ids', '--highest-id', `${count}`, '-'], /^warns: Lines have ids up to (\d+), /],
])('Animals from %s that keep their ids while two services add others', (_, args, linesWithIds) =>
  describeOnMongodb('on MongoDB', (database) => {
    it('are all stored, unless a service had reserved the id before', async () => {
      const apiKey = await putKey(database);
      const services = await Promise.all([1, 2].map(() => startOnMongodb({ uri: database.uri, apiKey })));
      onTestFinished(() => {
        for (const { process } of services) process.kill('SIGKILL');
      });
      const added: number[] = [];
      const add = async ({ baseUrl }: RunningService): Promise<void> => {
        const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
        const body = '{"name":"Tom","categoryId":1}';
        const response = await fetch(`${baseUrl}/pets`, { method: 'POST', headers, body });
        added.push(((await response.json()) as { readonly id: number }).id);
      };
      for (let turn = 0; turn < 20; turn += 1) await Promise.all(services.map(add));
      expect(Math.max(...added)).toBe(120);

      let isRunning = true;
      const imported = runCommand(importCommand, args(), {
        environment: { MONGODB_URI: database.uri },
        stdin: Readable.from([Buffer.from(lines)]),
      }).finally(() => {
        isRunning = false;
      });
      const load = async (service: RunningService): Promise<void> => {
        while (isRunning) await add(service);
      };
      await Promise.all(services.map(load));
      await Promise.all(services.map(add));

      const [notice = '', ...said] = await imported;
      const reserved = Number(linesWithIds.exec(notice)?.[1]);
      expect([reserved >= 200, reserved < 800]).toEqual([true, true]);
      expect(notice).toContain(', of which each service that runs now may have reserved 200:');
      const refused = said.flatMap((text) => /another animal has the id (\d+)$/.exec(text)?.[1] ?? []).map(Number);
      const own = new Set(added);
      expect(refused.filter((id) => id > reserved || !own.has(id))).toEqual([]);
      expect(said).toContain(`${count - refused.length} animals added, ${refused.length} lines refused.`);
      // The services have used the ids that they had, and then only higher ones.
      expect(added.filter((id) => id > reserved && id <= count)).toEqual([]);
      expect(added.some((id) => id > count)).toBe(true);
    }, 60_000);
  }),
);
