import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runService, runToEnd, startWithIssuedKey, waitForEnd } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { beforeEach, expect, it, vi } from 'vitest';

vi.setConfig({ testTimeout: 60_000 });

/** The folder of the running test. */
let folder = '';
/** The SQLite file of the running test. */
let file = '';
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'animals.db');
});

/** The NDJSON of animals with the ids from 1 on. */
const lines = (count: number): string =>
  Array.from({ length: count }, (_, n) => `{"id":${n + 1},"name":"animal ${n}","categoryId":1}\n`).join('');

/** Writes a file into the folder, and returns its path. */
const put = (text: string | Buffer, name = 'a.ndjson'): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

/** Runs a command on the file. Returns what it prints, without the folder of the test, and its exit code. */
const run = async (args: readonly string[]): Promise<string> => {
  const { stdout, stderr, code } = await runToEnd({ args, env: { SQLITE_FILE: file } });
  return `${stdout}${stderr}${code}`.replaceAll(folder, '');
};

/** What an import prints at its end. */
const summary = (added: number, present: number, refused = 0): string =>
  `${added} animals added, ${present} stored before, ${refused} lines refused.\n`;

const above = (id: number): string =>
  `A service that starts from now on gives new animals ids above ${id}; restart those that run.\n0`;

const again =
  'animal-store: not all lines are stored: correct the refused lines in the file and run the same command again\n';

it('An import says what was added, stored before and refused, and is run again after a correction', async () => {
  const second = '{"name":"Tom\u2028","categoryId":9223372036854775807,"status":"sold"}';
  const animals = put(`\ufeff{"name":"Rex","categoryId":1}\r\n\n${second}\n{"name":5}\n{"name":"Kim","categoryId":1}`);
  expect(await run(['import', animals])).toBe(
    `${summary(3, 0, 1)}animal-store: line 4: name must be a string; categoryId is required\n${again}1`,
  );
  put(`{"name":"Rex","categoryId":1}\n\n${second}\n{"name":"Ben","categoryId":1}\n{"categoryId":1,"name":"Kim"}`);
  expect(await run(['import', animals])).toBe(`${summary(1, 3)}0`);
  const exported = (await run(['export'])).split('\n');
  expect(exported[1]).toBe(`{"id":2,${second.slice(1)}`);
  expect(exported).toHaveLength(5);
});

it.each<readonly [what: string, first: readonly string[], second: readonly string[], added: number, present: number]>([
  ['the bad line is removed', ['A', '', 'C', 'D'], ['A', 'C', 'D'], 0, 3],
  ['the bad line is corrected to one that is there', ['A', '', 'C', 'D'], ['A', 'C', 'C', 'D'], 1, 3],
  ['a good line is removed', ['A', 'B', '', 'C'], ['A', 'C'], 0, 2],
  ['lines are inserted', ['A', '', 'B'], ['X', 'A', 'Y', 'A', 'B'], 3, 2],
  ['lines are moved', ['A', 'B', '', 'A'], ['B', 'A', 'A'], 0, 3],
  ['one of two equal lines is removed', ['A', 'A', ''], ['A'], 0, 1],
  ['nothing is changed', ['A', 'A', ''], ['A', 'A', ''], 0, 2],
])('An import that is repeated after %s adds nothing twice', async (_, first, second, added, present) => {
  const write = (names: readonly string[]): string =>
    put(names.map((name) => (name === '' ? '{"name":5}\n' : `{"name":"${name}","categoryId":1}\n`)).join(''));
  await run(['import', write(first)]);
  const refused = second.filter((name) => name === '').length;
  expect((await run(['import', write(second)])).startsWith(summary(added, present, refused))).toBe(true);
});

it('An import with --keep-ids keeps them, changes nothing when it is run again, and refuses a taken id', async () => {
  expect(await run(['import', '--keep-ids', put(lines(250))])).toBe(`${summary(250, 0)}0`);
  const wrong = put('{"id":1,"name":"Rex","categoryId":1}\n{"id":0,"name":"a","categoryId":1}');
  expect(await run(['import', '--keep-ids', wrong])).toBe(
    `${summary(0, 0, 2)}animal-store: line 1: another animal has this id\n` +
      `animal-store: line 2: id must be between 1 and 4503599627370496 to be kept\n${again}1`,
  );
  expect(await run(['import', '--keep-ids', put(lines(251))])).toBe(`${summary(1, 250)}0`);
  expect(await run(['export'])).toBe(`${lines(251)}0`);
  // New animals get ids above those that were kept.
  await run(['import', put('{"name":"new","categoryId":1}', 'new.ndjson')]);
  expect(await run(['export'])).toBe(`${lines(251)}{"id":252,"name":"new","categoryId":1}\n0`);
});

it('An import that is killed adds nothing twice when it is run again', async () => {
  const animals = put(lines(4_000));
  const killed = runService({ args: ['import', animals], env: { SQLITE_FILE: file } });
  const size = (): number => (existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0);
  await vi.waitFor(() => expect(size()).toBeGreaterThan(300_000), { timeout: 30_000, interval: 5 });
  killed.kill('SIGKILL');
  await waitForEnd(killed);
  const namesIn = async (): Promise<readonly string[]> => (await run(['export'])).match(/"name":"[^"]+"/g) ?? [];
  const added = (await namesIn()).length;
  expect(added > 0 && added < 4_000).toBe(true);
  expect(await run(['import', animals])).toBe(`${summary(4_000 - added, added)}0`);
  expect(new Set(await namesIn()).size).toBe(4_000);
});

it('An import of a file that does not exist ends with one sentence, and makes no store', async () => {
  const missing = 'animal-store: /none cannot be read: there is no such file\n1';
  expect(await run(['import', join(folder, 'none')])).toBe(missing);
  expect(existsSync(file)).toBe(false);
});

it.each(['export', 'skip-ids', 'keys list'])('%s refuses a store that does not exist, and makes none', async (line) => {
  expect(await run(line.split(' '))).toBe('animal-store: SQLITE_FILE: the SQLite file does not exist\n1');
  expect(existsSync(file)).toBe(false);
});

it.each(['backup', 'export'])('%s does not replace the file of its own store', async (command) => {
  await run(['import', put(lines(1))]);
  const own = 'animal-store: /animals.db belongs to the store: choose another name\n1';
  expect(await run([command, '--overwrite', file])).toBe(own);
});

it.each([
  ['backup', 'The store was copied to /saved.'],
  ['export', '3 animals exported to /saved.'],
])('%s writes a file of mode 0600, and replaces none', async (command, message) => {
  await run(['import', put(lines(3))]);
  const saved = join(folder, 'saved');
  expect(await run([command, saved])).toBe(`${message}\n0`);
  expect(statSync(saved).mode & 0o777).toBe(0o600);
  expect(await run([command, saved])).toBe('animal-store: /saved exists already; --overwrite replaces it\n1');
});

it('export writes the same lines to a file as to standard output', async () => {
  await run(['import', put(lines(3))]);
  await run(['export', join(folder, 'saved')]);
  expect(readFileSync(join(folder, 'saved'), 'utf8')).toBe(lines(3));
});

it('A backup of a running service is restored, and ids that were used since are skipped', async () => {
  const service = await startWithIssuedKey({ SQLITE_FILE: file });
  const saved = join(folder, 'saved.db');
  await run(['import', put(lines(3))]);
  await run(['backup', saved]);
  await run(['import', '--run', 'later', put(lines(3))]);
  expect(await service.stop()).toBe(0);

  for (const part of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${part}`, { force: true });
  cpSync(saved, file);
  expect(await run(['skip-ids'])).toBe(above(1000003));
  expect(await run(['skip-ids', '--to', '7'])).toBe(above(1000003));
  expect(await run(['skip-ids', '--to', '2000000'])).toBe(above(2000000));
  await run(['import', '--run', 'next', put(lines(1))]);
  expect(await run(['export'])).toBe(`${lines(3)}{"id":2000001,"name":"animal 0","categoryId":1}\n0`);
});
