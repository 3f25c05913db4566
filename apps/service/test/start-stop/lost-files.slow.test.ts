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
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';

vi.setConfig({ testTimeout: 60_000 });

const folder = temporaryFolder(afterAll);
const env = { PORT: '0', ADMIN_PORT: '0', SQLITE_FILE: join(folder, 'animals.db') };
beforeAll(async () => {
  writeFileSync(join(folder, 'a'), '{"id":1,"name":"Rex","categoryId":1}\n');
  const { code } = await runToEnd({ args: ['import', '--keep-ids', join(folder, 'a')], env });
  expect(code).toBe(0);
}, 60_000);

const program = ['--conditions=@animal-store/source', projectFile('apps/service/src/main.ts')];

/** The arguments of a command, of which those with a slash are paths in the folder of the test. */
const argsOf = (command: string): readonly string[] =>
  command.split(' ').map((arg) => (arg.startsWith('/') ? join(folder, arg) : arg));

describe('A command whose file cannot be read or written ends with one sentence', () => {
  const again = '. Run the command again: no line is added twice';
  const nothing = '0 animals added, 0 stored before, 0 lines refused.\n';

  it.each([
    ['import / --run x', nothing, `not all lines are stored: / cannot be read: it is a directory${again}`],
    ['export /none/b', '', "/none/b cannot be written: ENOENT: no such file or directory, open '/none/b.partial'"],
    ['backup /none/b', '', "/none/b cannot be written: ENOENT: no such file or directory, open '/none/b.partial'"],
  ])('%s', async (command, stdout, message) => {
    const { code, ...printed } = await runToEnd({ args: argsOf(command), env });
    const without = (text: string): string => text.replaceAll(`${folder}/`, '/').replaceAll(folder, '/');
    expect([code, without(printed.stdout), without(printed.stderr)]).toEqual([1, stdout, `animal-store: ${message}\n`]);
  });
});

/** Adds animals of 2 KB each to the store. */
const addMany = (count: number): void => {
  using database = new DatabaseSync(env.SQLITE_FILE);
  const numbers = `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${count})`;
  database.exec(`${numbers} INSERT INTO pets (name, category_id) SELECT hex(zeroblob(1000)), 1 FROM n`);
};

it.each([
  ['export', 'not all animals were exported: EFBIG: file too large, write'],
  ['backup', '/e.partial cannot be made as a copy of /animals.db: disk I/O error'],
])('%s ends with one sentence if the disk is full, and leaves nothing behind', (command, message) => {
  addMany(200);
  // In blocks of 512 bytes: above the size of the shared memory of SQLite.
  const limited = ['-c', 'ulimit -f 256 && exec "$@"', 'sh', process.execPath, ...program, command, join(folder, 'e')];
  const { status, stdout, stderr } = spawnSync('sh', limited, { env: { ...process.env, ...env }, encoding: 'utf8' });
  expect([status, stdout, stderr.replaceAll(folder, '')]).toEqual([1, '', `animal-store: ${message}\n`]);
  expect(readdirSync(folder).filter((name) => name.startsWith('e'))).toEqual([]);
});

describe('A command ends with one sentence if its store goes away meanwhile', () => {
  const replaced =
    'the store is gone: /lost.db, or its -wal or -shm file, was removed, emptied or replaced; put it back, or restart the service';

  /** Starts a command on a copy of the store. */
  const start = (...args: readonly string[]) => {
    const file = join(folder, 'lost.db');
    cpSync(env.SQLITE_FILE, file);
    const child = spawn(process.execPath, [...program, ...args], { env: { ...process.env, SQLITE_FILE: file } });
    onTestFinished(() => void child.kill('SIGKILL'));
    const end = async () => {
      const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
      return { code, stdout, stderr: stderr.replaceAll(folder, '') };
    };
    return { file, child, end };
  };

  it('export', async () => {
    addMany(1_000);
    const { file, child, end } = start('export');
    // It waits for its reader, with most animals still to be read from the store.
    await once(child.stdout, 'readable');
    rmSync(file);
    // Reads check whether the file still exists only every 250 ms.
    await pause(300);
    expect(await end()).toEqual({
      code: 1,
      stdout: expect.stringMatching(/^\{.*\}\n$/s),
      stderr: `animal-store: not all animals were exported: the store is unavailable: ${replaced}\n`,
    });
  });

  it('import', async () => {
    const { file, child, end } = start('import', '-', '--run', 'y');
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
      stderr: `animal-store: not all lines are stored: ${replaced}. Run the command again: no line is added twice\n`,
    });
  });
});
