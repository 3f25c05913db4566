import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describeNeeding } from '@animal-store/testkit/needs';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it } from 'vitest';

const need = {
  where: 'on mounted files',
  missing:
    spawnSync('unshare', ['--map-root-user', '--mount', 'true']).status === 0
      ? undefined
      : 'unshare cannot make a mount namespace',
  requiredBy: 'REQUIRE_UNSHARE',
  waivedBy: 'WITHOUT_UNSHARE',
};

const index = JSON.stringify(new URL('../src/index.ts', import.meta.url).href);

const checkAndOpen = `
  import { checkSqlite, openSqlite } from ${index};
  for (const task of [checkSqlite, openSqlite]) {
    const { _tag, left, right } = await task(process.argv[1])();
    console.log(_tag === 'Left' ? left.message : 'usable');
  }
`;

/** Runs commands in a folder and in a mount namespace of their own, then a program on a file in the folder. */
const runAfter = (commands: string, file: string, program = checkAndOpen): readonly string[] => {
  const folder = temporaryFolder();
  const node = [process.execPath, '--conditions=@animal-store/source', '--input-type=module', '--eval', program];
  const script = `set -e; ${commands}; exec "$@"`;
  const args = ['--map-root-user', '--mount', 'sh', '-c', script, 'sh', ...node, join(folder, file)];
  const printed = execFileSync('unshare', args, { cwd: folder, encoding: 'utf8' });
  return printed.replaceAll(`${folder}/`, '').trimEnd().split('\n');
};

describeNeeding(need, 'A file on a mount', () => {
  it.each([
    ['a.db', 'touch b a.db; mount --bind b a.db'],
    ['a b\\c.db', "touch b 'a b\\c.db'; mount --bind b 'a b\\c.db'"],
    ['link', 'touch b a.db; mount --bind b a.db; ln -s a.db link'],
  ])('is refused if it is mounted without its directory: %s', (file, commands) => {
    const refusal = `${file} is mounted without its directory, so its -wal, which has the last changes, is lost with the container; mount the directory`;
    expect(runAfter(commands, file)).toEqual([refusal, refusal]);
  });

  it.each([
    ['its directory is mounted', 'mkdir in out; mount --bind out in', 'in/a.db'],
    ['its directory is on another device', 'mkdir in; mount -t tmpfs none in', 'in/a.db'],
    ['it is linked to another device', 'mkdir in; mount -t tmpfs none in; touch in/b.db; ln -s in/b.db a.db', 'a.db'],
  ])('is used if %s', (_, commands, file) => {
    // The second time, the file has a store.
    expect(runAfter(`${commands}; "$@"`, file)).toEqual(['usable', 'usable', 'usable', 'usable']);
  });

  it('is opened if its disk is full, and is unavailable until that has room', () => {
    const mount = 'mkdir in; mount -t tmpfs -o size=1m none in; head -c 1m /dev/zero >in/filler || true';
    const opened = `
      import { rmSync } from 'node:fs';
      import { openSqlite } from ${index};
      const { right } = await openSqlite(process.argv[1])();
      for (const free of [() => {}, () => rmSync('in/filler')]) {
        free();
        const { left } = await right.ping();
        console.log(left?.cause.message ?? 'ready');
      }
    `;
    expect(runAfter(mount, 'in/a.db', opened)).toEqual(['database or disk is full', 'ready']);
  });
});
