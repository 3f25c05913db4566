import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFile } from '@animal-store/testkit/project-file';
import { type RunningService, runService, startService, waitForEnd } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { exportCommand } from '../src/commands/animals/export-command.ts';
import { importCommand } from '../src/commands/animals/import-command.ts';
import { backupCommand } from '../src/commands/backup-command.ts';
import { runCommand } from './moving/run-command.ts';

let folder = '';
let file = '';
let service: RunningService | undefined;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'animals.db');
});
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

const lines = (count: number): string =>
  Array.from({ length: count }, (_, n) => `{"id":${n + 1},"name":"animal ${n}","categoryId":1}\n`).join('');

const writeLines = (count: number): string => {
  const path = join(folder, 'a.ndjson');
  writeFileSync(path, lines(count));
  return path;
};

/** Runs a command on the file of the test, and removes the folder from its messages. */
const run = async (...[make, args]: Parameters<typeof runCommand>): Promise<readonly string[]> =>
  (await runCommand(make, args, { environment: { SQLITE_FILE: file } })).map((said) => said.replaceAll(folder, ''));

const timeout = 120_000;

it('An import that is killed adds nothing twice when it is run again', { timeout }, async () => {
  const animals = writeLines(20_000);
  const killed = runService({ form: 'built', args: ['import', animals], env: { SQLITE_FILE: file } });
  const size = (): number => (existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0);
  await vi.waitFor(() => expect(size()).toBeGreaterThan(300_000), { timeout: 60_000, interval: 5 });
  killed.kill('SIGKILL');
  await waitForEnd(killed);
  const namesIn = async (): Promise<readonly string[]> =>
    (await run(exportCommand, [])).join('').match(/"name":"[^"]+"/g) ?? [];
  const added = (await namesIn()).length;
  expect(added > 0 && added < 20_000).toBe(true);
  expect(await run(importCommand, [animals])).toEqual([`${20_000 - added} animals added, ${added} stored before.`]);
  expect(new Set(await namesIn()).size).toBe(20_000);
});

it.each([
  ['export', 'head -n 2', lines(2)],
  ['openapi', 'true', ''],
])('animal-store %s ends quietly when its reader, %s, has seen enough', { timeout }, async (name, reader, read) => {
  await run(importCommand, ['--keep-ids', writeLines(5_000)]);
  const command = `"${process.execPath}" "${projectFile('apps/service/dist/main.js')}" ${name}`;
  const { stdout, stderr } = spawnSync('sh', ['-c', `{ ${command}; echo "$?" >&2; } | ${reader}`], {
    env: { PATH: process.env['PATH'], SQLITE_FILE: file },
    encoding: 'utf8',
  });
  expect({ stdout, stderr }).toEqual({ stdout: read, stderr: '0\n' });
});

it('A backup of a service that runs is restored by a copy once the service has ended', { timeout }, async () => {
  const keyFile = join(folder, 'first-key');
  const env = { API_KEY: '', SQLITE_FILE: file, FIRST_API_KEY_FILE: keyFile };
  service = await startService({ env });
  const apiKey = (await vi.waitUntil(() => existsSync(keyFile) && readFileSync(keyFile, 'utf8'))).trim();
  const list = async (): Promise<string> =>
    (await fetch(`${service?.origin}/v1/pets`, { headers: { Authorization: `Bearer ${apiKey}` } })).text();
  const animals = writeLines(3);
  const saved = join(folder, 'saved.db');
  expect(await run(importCommand, [animals])).toEqual(['3 animals added.']);
  expect(await run(backupCommand, [saved])).toEqual(['The store was copied to /saved.db.']);
  const inUse = ['fails: /animals.db is in use by another process'];
  // Not even by a copy of itself.
  expect(await run(backupCommand, ['--overwrite', file])).toEqual(inUse);
  expect(await run(exportCommand, ['--overwrite', file])).toEqual(inUse);
  expect(await run(importCommand, ['--run', 'later', animals])).toEqual(['3 animals added.']);
  expect(JSON.parse(await list())).toHaveLength(6);
  await service.stop();
  copyFileSync(saved, file);
  service = await startService({ env });
  expect(await list()).toBe(`[${lines(3).trim().replaceAll('\n', ',')}]`);
});
