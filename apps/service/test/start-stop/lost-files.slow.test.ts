import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { projectFile } from '@animal-store/testkit/project-file';
import { runToEnd } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';

vi.setConfig({ testTimeout: 60_000 });

const folder = temporaryFolder(afterAll);
const SQLITE_FILE = join(folder, 'animals.db');
beforeAll(async () => {
  const animal = `${JSON.stringify({ name: 'x'.repeat(900), categoryId: 1 })}\n`;
  writeFileSync(join(folder, 'a'), animal.repeat(2_000));
  expect((await runToEnd({ args: ['import', join(folder, 'a')], env: { SQLITE_FILE } })).code).toBe(0);
}, 60_000);

const program = [process.execPath, '--conditions=@animal-store/source', projectFile('apps/service/src/main.ts')];

it.each([
  ['export', 'not all animals were exported: EFBIG: file too large, write'],
  ['backup', '/e.partial cannot be made as a copy of /animals.db: disk I/O error'],
])('%s ends with one sentence if the disk is full, and leaves nothing behind', (command, message) => {
  // In blocks of 512 bytes: above the size of the shared memory of SQLite.
  const limited = ['-c', 'ulimit -f 256 && exec "$@"', 'sh', ...program, command, join(folder, 'e')];
  const { status, stdout, stderr } = spawnSync('sh', limited, { env: { SQLITE_FILE }, encoding: 'utf8' });
  expect([status, stdout, stderr.replaceAll(folder, '')]).toEqual([1, '', `animal-store: ${message}\n`]);
  expect(readdirSync(folder).filter((name) => name.startsWith('e'))).toEqual([]);
});

/** Starts a command on a copy of the store. */
const startOnCopy = (...args: readonly string[]) => {
  const file = join(folder, 'lost.db');
  cpSync(SQLITE_FILE, file);
  const [node = '', ...main] = program;
  const child = spawn(node, [...main, ...args], { env: { SQLITE_FILE: file } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const end = async () => {
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    return { code, stdout, stderr: stderr.replaceAll(folder, '') };
  };
  return { file, child, end };
};

const isGone =
  'the store is gone: /lost.db, or its -wal or -shm file, was removed, emptied or replaced; put it back, or restart the service';

it('An export fails with one sentence if its store goes away meanwhile', async () => {
  const { file, child, end } = startOnCopy('export');
  // It waits for its reader, with most animals still to be read from the store.
  await once(child.stdout, 'readable');
  rmSync(file);
  // Reads check whether the file still exists only every 250 ms.
  await pause(300);
  expect(await end()).toEqual({
    code: 1,
    stdout: expect.stringMatching(/^\{.*\}\n$/s),
    stderr: `animal-store: not all animals were exported: the store is unavailable: ${isGone}\n`,
  });
});

it('An import fails with one sentence if its store goes away meanwhile', async () => {
  const { file, child, end } = startOnCopy('import', '-', '--run', 'y');
  child.stdin.write('{"name":"Tom","categoryId":1}\n');
  const count = (): unknown => {
    using database = new DatabaseSync(file, { readOnly: true });
    return database.prepare("SELECT count(*) AS count FROM pets WHERE name = 'Tom'").get()?.['count'];
  };
  await vi.waitFor(() => expect(count()).toBe(1), { timeout: 20_000 });
  rmSync(file);
  child.stdin.end('{"name":"Kim","categoryId":1}\n');
  expect(await end()).toEqual({
    code: 1,
    stdout: '1 animals added, 0 stored before, 0 lines refused.\n',
    stderr: `animal-store: not all lines are stored: ${isGone}. Run the command again: no line is added twice\n`,
  });
});
