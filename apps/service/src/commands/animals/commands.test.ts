import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type CommandRun, runCommand } from '../../../test/moving/run-command.ts';
import { anyOf } from '../../any-of.ts';
import { durableStores } from '../../stores/durable-stores.ts';
import { backupCommand } from '../backup-command.ts';
import { exportCommand } from './export-command.ts';
import { importCommand } from './import-command.ts';

let folder = '';
let file = '';
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'animals.db');
});

const line = (n: number, name = `animal ${n}`, id = n): string =>
  `{"id":${id},"name":"${name}","categoryId":${9_007_199_254_740_993n + BigInt(n)},"status":"sold"}\n`;
const lines = (count: number, first = 1): string =>
  Array.from({ length: count }, (_, index) => line(first + index)).join('');

/** Runs a command on the file of the test, and removes the folder from its messages. */
const run = async (
  make: Parameters<typeof runCommand>[0],
  args: readonly string[],
  more: CommandRun = {},
): Promise<readonly string[]> => {
  const said = await runCommand(make, args, { environment: { SQLITE_FILE: file }, ...more });
  return said.map((sentence) => sentence.replaceAll(folder, ''));
};

const inFolder = (name: string): string => join(folder, name);
const imported = (content: string | Buffer, ...args: readonly string[]): Promise<readonly string[]> => {
  writeFileSync(inFolder('a.ndjson'), content);
  return run(importCommand, [...args, inFolder('a.ndjson')]);
};
const exported = async (): Promise<string> => (await run(exportCommand, [])).join('');
const goOn = 'run the command again: lines that are stored are not added twice';

describe('animal-store import', () => {
  it('adds each animal of a run once, and again in another run', async () => {
    const content = `\ufeff${lines(2)}\r\n  \n${line(3).replace('\n', '\r\n')}${line(4).trim()}`;
    expect(await imported(content)).toEqual(['4 animals added.']);
    expect(await imported(`${content}\n${line(5)}`)).toEqual(['1 animal added, 4 stored before.']);
    expect(await exported()).toBe(lines(5));
    expect(await imported(line(6))).toEqual(['1 animal added.']);
    const again = { stdin: Readable.from([Buffer.from(content)]) };
    expect(await run(importCommand, ['--run', 'again', '-'], again)).toEqual(['4 animals added.']);
    expect((await exported()).split('\n')).toHaveLength(11);
  });

  it('adds an animal for each line, even if lines are equal', async () => {
    const equal = '{"name":"Rex","categoryId":1}\n'.repeat(3);
    expect(await imported(equal)).toEqual(['3 animals added.']);
    expect(await imported(equal)).toEqual(['0 animals added, 3 stored before.']);
  });

  it('names each line that is refused, and adds the others', async () => {
    const broken = Array.from({ length: 23 }, () => '{"name":1}\n').join('');
    const content = Buffer.concat([Buffer.from(line(1)), Buffer.from([0xff, 0x0a]), Buffer.from(broken + line(2))]);
    const shown = Array.from({ length: 23 }, (_, n) => `line ${n + 3}: name must be a string; categoryId is required`);
    expect(await imported(content)).toEqual([
      'warns: line 2: the line is not UTF-8',
      ...shown.map((each) => `warns: ${each}`),
      '2 animals added, 24 lines refused.',
      `fails: not all lines are stored; correct the refused lines and ${goOn}`,
    ]);
    expect(await exported()).toBe(lines(2));
  });

  it('begins no line after one that is refused, with --stop-on-error', async () => {
    const said = await imported(`${lines(3)}{\n${lines(3, 5)}`, '--stop-on-error');
    expect(said[1]).toBe('3 animals added, 1 line refused.');
    expect(await exported()).toBe(lines(3));
  });

  it('checks all lines with --dry-run, and touches no store', async () => {
    const content = `${lines(3)}{"id":0,"name":"","categoryId":1}\n`;
    expect(await imported(content, '--dry-run')).toEqual(['4 animals would be added.']);
    expect(await imported(content, '--dry-run', '--keep-ids')).toEqual([
      'warns: line 4: id must be between 1 and 4503599627370496 to be kept',
      '3 animals would be added, 1 line refused.',
      'fails: not all lines are valid; correct the refused lines',
    ]);
    expect(existsSync(file)).toBe(false);
  });

  it('keeps ids up to --highest-id, and gives new animals higher ones', async () => {
    const stdin = Readable.from([Buffer.from(line(2) + line(5) + line(4))]);
    expect((await run(importCommand, ['--keep-ids', '--highest-id', '4', '-'], { stdin })).slice(0, 2)).toEqual([
      'warns: line 2: the id 5 is above 4, the value of --highest-id',
      '2 animals added, 1 line refused.',
    ]);
    expect(await imported(line(1), '--keep-ids', '--highest-id', '900')).toEqual(['1 animal added.']);
    await imported(line(6));
    expect((await exported()).match(/"id":\d+/g)).toEqual(['"id":1', '"id":2', '"id":4', '"id":901']);
    expect(await run(importCommand, ['--highest-id', '4503599627370497', '-'])).toEqual([
      expect.stringContaining('It must be a whole number between 1 and 4503599627370496.'),
    ]);
  });

  it('keeps ids with --keep-ids, leaves equal animals and refuses others', async () => {
    expect(await imported(line(7) + line(1_000) + line(3), '--keep-ids')).toEqual(['3 animals added.']);
    expect((await imported(line(7) + line(3, 'another') + line(8), '--keep-ids')).slice(0, 2)).toEqual([
      'warns: line 2: another animal has the id 3',
      '1 animal added, 1 stored before, 1 line refused.',
    ]);
    expect(await imported(line(1))).toEqual(['1 animal added.']);
    expect(await exported()).toBe(line(3) + line(7) + line(8) + line(1_000) + line(1, 'animal 1', 1_001));
  });

  it('stops on a signal, also while it waits for input, and says how to go on', async () => {
    const stdin = new PassThrough();
    stdin.write(lines(50));
    const { promise: stop, resolve: stopOnSignal } = Promise.withResolvers<(signal: string) => void>();
    const running = run(importCommand, ['--keep-ids', '-'], { stdin, stopOnSignal });
    await vi.waitFor(async () => expect(await exported()).toBe(lines(50)), { timeout: 10_000 });
    (await stop)('SIGINT');
    expect(await running).toEqual(['50 animals added.', `fails: interrupted after line 50; ${goOn}`, 'ends by SIGINT']);
  });

  it('says what cannot be used, in one sentence', async () => {
    const noStore = `fails: ${anyOf(durableStores.map(({ variable }) => variable.name))} must be set: animals in memory are lost with their process`;
    const inMemory = { environment: {} };
    expect(await run(importCommand, [inFolder('none')], inMemory)).toEqual([noStore]);
    expect(await run(exportCommand, [], inMemory)).toEqual([noStore]);
    expect(await run(backupCommand, [inFolder('b')], inMemory)).toEqual([noStore]);
    expect(await run(importCommand, [inFolder('none')])).toEqual([
      'fails: /none cannot be read: there is no such file',
    ]);
    expect(await run(importCommand, [folder])).toEqual(['fails:  cannot be read: it is a directory']);
    execFileSync('mkfifo', [inFolder('pipe')]);
    expect(await run(importCommand, [inFolder('pipe')])).toEqual([
      'fails: /pipe is a named pipe: pass it as standard input, import - < /pipe',
    ]);
    // The last connection that is closed removes it.
    expect(existsSync(`${file}-wal`)).toBe(false);
    expect(await run(importCommand, ['-'])).toEqual(['usage: error: standard input needs --run <name> or --keep-ids']);
    expect(await run(importCommand, ['--highest-id', '5', inFolder('none')])).toEqual([
      'usage: error: --highest-id needs --keep-ids',
    ]);
    expect(await run(importCommand, ['--run', '', '-'])).toEqual([expect.stringContaining('It must not be empty.')]);
    expect(await run(importCommand, ['--run', 'a', '--keep-ids', '-'])).toEqual([
      "usage: error: option '--run <name>' cannot be used with option '--keep-ids'",
    ]);
  });
});

describe('animal-store export', () => {
  it('writes a new file, and replaces one only with --overwrite', async () => {
    await imported(lines(450), '--keep-ids');
    const out = inFolder('out');
    writeFileSync(out, 'precious');
    expect(await run(exportCommand, [out])).toEqual(['fails: /out exists already; --overwrite replaces it']);
    expect(await run(exportCommand, ['--overwrite', out])).toEqual(['450 animals exported to /out.']);
    expect(readFileSync(out, 'utf8')).toBe(lines(450));
  });

  it('never replaces an SQLite database', async () => {
    await imported(line(1));
    expect(await run(backupCommand, [inFolder('other.db')])).toEqual(['The store was copied to /other.db.']);
    expect(await run(exportCommand, ['--overwrite', inFolder('other.db')])).toEqual([
      'fails: /other.db is an SQLite database, which an export never replaces',
    ]);
    // This process has the store open, like a service.
    expect(await run(exportCommand, ['--overwrite', file])).toEqual([
      'fails: /animals.db is in use by another process',
    ]);
    expect(await run(exportCommand, ['--overwrite', `${file}-wal`])).toEqual([
      'fails: /animals.db-wal would belong to the database /animals.db',
    ]);
    expect(await exported()).toBe(line(1));
  });

  it('makes no store where there is none', async () => {
    expect(await run(exportCommand, [])).toEqual(['fails: SQLITE_FILE: /animals.db does not exist']);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('animal-store backup', () => {
  it('makes a file that is a store of its own', async () => {
    await imported(lines(30));
    const saved = inFolder('saved.db');
    expect(await run(backupCommand, [saved])).toEqual(['The store was copied to /saved.db.']);
    expect(await run(backupCommand, [saved])).toEqual(['fails: /saved.db exists already; --overwrite replaces it']);
    expect(await run(exportCommand, [], { environment: { SQLITE_FILE: saved } })).toEqual([lines(30)]);
    writeFileSync(`${saved}-wal`, '');
    expect(await run(backupCommand, ['--overwrite', saved])).toEqual(['fails: /saved.db is in use by another process']);
  });

  it('never replaces the store that it copies', async () => {
    await imported(line(1));
    linkSync(file, inFolder('same.db'));
    for (const name of ['animals.db', 'same.db']) {
      expect(await run(backupCommand, ['--overwrite', inFolder(name)])).toEqual([
        `fails: /${name} is the store itself`,
      ]);
    }
    expect(existsSync(`${file}-backup`)).toBe(false);
  });

  it.each([
    [backupCommand, { MONGODB_URI: 'mongodb://127.0.0.1:1' }, /^fails: MongoDB is backed up by .* mongodump --oplog/],
    [backupCommand, { POSTGRES_URI: 'postgres://127.0.0.1:1' }, /^fails: PostgreSQL is backed up by .* pg_dump/],
  ])('names the tools of another store: %#', async (make, environment, expected) => {
    const [said, ...others] = await run(make, [inFolder('b')], { environment });
    expect(said).toMatch(expected);
    expect([others, existsSync(inFolder('b'))]).toEqual([[], false]);
  });
});
