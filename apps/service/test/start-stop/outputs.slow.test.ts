import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, cpSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { projectFile } from '@animal-store/testkit/project-file';
import { issueKey, runKeys, runToEnd } from '@animal-store/testkit/service';
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

/** A device on which each write fails, as on a full disk. */
const full = (): number => {
  const descriptor = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(descriptor));
  return descriptor;
};

/** The end of a pipe whose reader has closed the other end. */
const unread = (): number => {
  const pipe = join(temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const descriptor = openSync(pipe, 'w');
  closeSync(reader);
  onTestFinished(() => closeSync(descriptor));
  return descriptor;
};

/** The arguments of a command, with the id of a new key in place of `<id>`. */
const argsWithKey = async (command: string): Promise<readonly string[]> =>
  argsOf(
    command.includes('<id>') ? command.replace('<id>', (await issueKey({ SQLITE_FILE: env.SQLITE_FILE })).id) : command,
  );

type Output = 'closed' | 'full' | 'unread';

/** Runs a command whose standard output cannot be written. Returns its exit code and its messages. */
const runWithout = async (output: Output, command: string): Promise<string> => {
  const args = await argsWithKey(command);
  if (output !== 'closed') {
    const { code, stderr } = await runToEnd({ args, env, stdout: output === 'full' ? full() : unread() });
    return `${code} ${stderr}`;
  }
  const closing = ['-c', 'exec "$@" >&-', 'sh', process.execPath, ...program, ...args];
  const { status, stderr } = spawnSync('sh', closing, { env: { PATH: process.env['PATH'], ...env }, encoding: 'utf8' });
  return `${status} ${stderr}`;
};

const whys = { full: 'ENOSPC: no space left on device, write', unread: 'write EPIPE' } as const;
const unprinted = 'standard output cannot be written: <why>';
const lostKey = `${unprinted}; the new key <id> exists and was not shown: revoke it with animal-store keys revoke <id>`;

// What these are for is on standard output.
const useless: readonly (readonly [line: string, message: string])[] = [
  ['--help', unprinted],
  ['--version', unprinted],
  ['openapi', unprinted],
  ['export', 'not all animals were exported: <why>'],
  ['keys list', unprinted],
  ['keys issue --label x', lostKey],
  ['keys rotate <id>', lostKey],
];
// These have done something, which their exit code tells, so a program may discard what they print.
const useful: readonly (readonly [line: string, message: string])[] = [
  ['serve --check', unprinted],
  ['import /a --run x', unprinted],
  ['export /out --overwrite', unprinted],
  ['backup /copy --overwrite', unprinted],
  ['skip-ids', unprinted],
  ['keys revoke <id>', unprinted],
];
const all = [...useless, ...useful];

it('Each command of the help has its line here', async () => {
  const { stdout } = await runToEnd({ args: ['--help'], env });
  const names = [...stdout.matchAll(/^ {2}([a-z-]+) {2,}/gm)].map(([, name]) => name);
  expect(names.filter((name) => !all.some(([line]) => line.split(' ')[0] === name))).toEqual([]);
});

describe('A command whose standard output cannot be written fails with one sentence', () => {
  const expectMessage = async (output: keyof typeof whys, line: string, message: string): Promise<void> => {
    const said = (await runWithout(output, line)).replace(/[a-z2-7]{8}(?= exists|\n)/g, '<id>');
    expect(said).toBe(`1 animal-store: ${message.replace('<why>', whys[output])}\n`);
  };

  it.each(all)('%s, on a full disk', (line, message) => expectMessage('full', line, message));

  it.each(useless.slice(3))('%s, if its reader has ended', (line, message) => expectMessage('unread', line, message));
});

describe('On a closed standard output', () => {
  it.each(useless)('%s fails', async (line) => {
    const closed = '1 animal-store: standard output is closed, and this command would print there: open it\n';
    expect(await runWithout('closed', line)).toBe(closed);
  });

  it('keys issue makes no key', async () => {
    const listKeys = (): Promise<unknown> => runKeys(env, 'list');
    const before = await listKeys();
    await runWithout('closed', 'keys issue --label x');
    expect(await listKeys()).toEqual(before);
  });

  it.each(useful)('%s succeeds', async (line) => {
    expect(await runWithout('closed', line)).toBe('0 ');
  });
});

describe('A command whose messages cannot be written', () => {
  it.each([
    ['none', 2],
    ['keys revoke aaaaaaaa', 1],
    ['import /c --run x', 1],
  ])('ends as without that: %s', async (command, code) => {
    writeFileSync(join(folder, 'c'), '{}\n');
    for (const stderr of [full(), unread()])
      expect((await runToEnd({ args: argsOf(command), env, stderr })).code).toBe(code);
  });
});

describe('A command whose file cannot be read or written ends with one sentence', () => {
  const again = '. Run the command again: no line is added twice';
  const nothing = '0 animals added, 0 stored before, 0 lines refused.\n';

  it.each([
    ['import / --run x', nothing, `not all lines are stored: / cannot be read: it is a directory${again}`],
    ['export /none/b', '', "not all animals were exported: ENOENT: no such file or directory, open '/none/b.partial'"],
    ['backup /none/b', '', '/none/b.partial cannot be made, because its directory does not exist'],
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
    '/lost.db, or its -wal or -shm file, was removed or replaced since it was opened; restart the service';

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
