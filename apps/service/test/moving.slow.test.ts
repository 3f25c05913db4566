import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectFile } from '@animal-store/testkit/project-file';
import { runService, startWithIssuedKey, waitForEnd } from '@animal-store/testkit/service';
import { expect, it, onTestFinished, vi } from 'vitest';
import { file, folder, lines, put, run, summary } from './store-folder.ts';

vi.setConfig({ testTimeout: 60_000 });

it('What cannot be read, and a store that does not exist, end a command with one sentence', async () => {
  const fails = (reason: string): string =>
    `${summary(0, 0)}animal-store: not all lines are stored: ${reason}. Run the command again: no line is added twice\n1`;
  const missing = 'animal-store: /none cannot be read: there is no such file\n1';
  expect(await run(['import', join(folder, 'none')], { store: join(folder, 'new.db') })).toBe(missing);
  expect(existsSync(join(folder, 'new.db'))).toBe(false);
  expect(await run(['import', put(Buffer.from([0x1f, 0x8b, 8]))])).toBe(
    fails('/a.ndjson is compressed: unpack it first'),
  );
  const none = 'animal-store: SQLITE_FILE: the SQLite file does not exist\n1';
  for (const args of [['export'], ['skip-ids'], ['keys', 'list']]) {
    expect(await run(args, { store: join(folder, 'other.db') })).toBe(none);
  }
  expect(existsSync(join(folder, 'other.db'))).toBe(false);
});

it.each([
  ['export', 'head -n 2', lines(2)],
  ['export', 'SQLITE_FILE=copy.db service import --keep-ids -', summary(5_000, 0)],
  ['openapi', 'true', ''],
])('animal-store %s | %s: the first one ends quietly', async (name, reader, read) => {
  await run(['import', '--keep-ids', put(lines(5_000))]);
  const program = `"${process.execPath}" --conditions=@animal-store/source "${projectFile('apps/service/src/main.ts')}"`;
  const script = `service() { ${program} "$@"; }; { service ${name}; echo "$?" >&2; } | ${reader}`;
  const { stdout, stderr } = spawnSync('sh', ['-c', script], {
    env: { PATH: process.env['PATH'], SQLITE_FILE: file },
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ stdout, stderr }).toEqual({ stdout: read, stderr: '0\n' });
});

it('A command whose output cannot be written says so', async () => {
  const unwritable = openSync('/dev/null', 'r');
  const issue = runService({ args: ['keys', 'issue', '--label', 'x'], env: { SQLITE_FILE: file }, stdout: unwritable });
  expect((await waitForEnd(issue)).code).toBe(1);
  const reason = 'EBADF: bad file descriptor, write; revoke the new key, which keys list shows last';
  expect(issue.stderr()).toBe(`animal-store: standard output cannot be written: ${reason}\n`);
});

it('A backup of a service that runs is restored as a copy, and ids that were used since are skipped', async () => {
  const service = await startWithIssuedKey({ SQLITE_FILE: file });
  onTestFinished(() => service.process.kill('SIGKILL'));
  const saved = join(folder, 'saved.db');
  await run(['import', put(lines(3))]);
  expect(await run(['backup', saved])).toBe('The store was copied to /saved.db.\n0');
  expect(await run(['backup', saved])).toBe('animal-store: /saved.db exists already; --overwrite replaces it\n1');
  const own = 'animal-store: /animals.db belongs to the store: choose another name\n1';
  for (const command of ['backup', 'export']) expect(await run([command, '--overwrite', file])).toBe(own);
  const exported = join(folder, 'export.ndjson');
  expect(await run(['export', exported])).toBe('3 animals exported to /export.ndjson.\n0');
  expect(readFileSync(exported, 'utf8')).toBe(lines(3));
  expect([saved, exported].map((each) => statSync(each).mode & 0o777)).toEqual([0o600, 0o600]);
  await run(['import', '--run', 'later', put(lines(3))]);
  expect(await service.stop()).toBe(0);

  for (const part of ['-wal', '-shm']) rmSync(`${file}${part}`, { force: true });
  cpSync(saved, file);
  expect(await run(['skip-ids'])).toBe('New animals get ids above 1000003.\n0');
  expect(await run(['skip-ids', '--to', '7'])).toBe('New animals get ids above 1000003.\n0');
  expect(await run(['skip-ids', '--to', '2000000'])).toBe('New animals get ids above 2000000.\n0');
  await run(['import', '--run', 'next', put(lines(1))]);
  expect(await run(['export'])).toBe(`${lines(3)}{"id":2000001,"name":"animal 0","categoryId":1}\n0`);
});
