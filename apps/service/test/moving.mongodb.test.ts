import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { putKey, type RunningService, startOnMongodb } from '@animal-store/testkit/service';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { exportCommand } from '../src/commands/animals/export-command.ts';
import { importCommand } from '../src/commands/animals/import-command.ts';
import { runCommand, startCommand } from './moving/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'animal-store-moving-'));
afterAll(() => rmSync(folder, { recursive: true }));

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

describeOnMongodb('Animals that keep their ids while two services add others', (database) => {
  const count = 3_000;

  it.each<[from: string, first: number]>([
    ['a file', 1],
    ['a pipe with its highest id', 50_001],
  ])(
    'from %s are all stored, unless a service had reserved the id before',
    async (from, first) => {
      const apiKey = await putKey(database);
      const services = await Promise.all([1, 2].map(() => startOnMongodb({ uri: database.uri, apiKey })));
      onTestFinished(() => {
        for (const { process } of services) process.kill('SIGKILL');
      });
      const last = first + count - 1;
      // The services have reserved ids from the first id of the import on, and have used some.
      const counters = database.client.db(database.name).collection<{ _id: string; last: bigint }>('counters');
      await counters.updateOne({ _id: 'pets' }, { $set: { last: BigInt(first - 1) } }, { upsert: true });
      const added: number[] = [];
      const add = async ({ baseUrl }: RunningService): Promise<void> => {
        const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
        const response = await fetch(`${baseUrl}/pets`, {
          method: 'POST',
          headers,
          body: '{"name":"Tom","categoryId":1}',
        });
        added.push(((await response.json()) as { readonly id: number }).id);
      };
      for (let turn = 0; turn < 20; turn += 1) await Promise.all(services.map(add));
      expect([...added].sort((one, other) => one - other).at(-1)).toBe(first + 119);

      const lines = Array.from({ length: count }, (_, n) => `{"id":${first + n},"name":"Rex","categoryId":1}\n`).join(
        '',
      );
      const file = put('beside.ndjson', lines);
      const environment = { MONGODB_URI: database.uri };
      const importing = { isRunning: true };
      const imported =
        from === 'a file'
          ? runCommand(importCommand, ['--keep-ids', file], { environment })
          : runCommand(importCommand, ['--keep-ids', '--highest-id', `${last}`, '-'], {
              environment,
              stdin: Readable.from([Buffer.from(lines)]),
            });
      void imported.finally(() => {
        importing.isRunning = false;
      });
      const load = async (service: RunningService): Promise<void> => {
        while (importing.isRunning) await add(service);
      };
      await Promise.all(services.map(load));
      await Promise.all(services.map(add));

      const [notice = '', ...said] = await imported;
      const reserved = Number(
        /up to (\d+), of which each service that runs now may have reserved 200/.exec(notice)?.[1],
      );
      expect([reserved >= first + 199, reserved < first + 800]).toEqual([true, true]);
      if (from === 'a file') expect(notice).toContain(`${reserved - first + 1} of the lines`);
      const refused = said.flatMap((text) => /another animal has the id (\d+)$/.exec(text)?.[1] ?? []).map(Number);
      const own = new Set(added);
      expect(refused.filter((id) => id > reserved || !own.has(id))).toEqual([]);
      expect(said).toContain(`${count - refused.length} animals added, ${refused.length} lines refused.`);
      // The services have used the ids that they had, and then only higher ones.
      expect(added.filter((id) => id > reserved && id <= last)).toEqual([]);
      expect(added.some((id) => id > last)).toBe(true);
    },
    60_000,
  );
});
