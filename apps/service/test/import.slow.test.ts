import { existsSync, openSync, statSync } from 'node:fs';
import { runService, waitForEnd } from '@animal-store/testkit/service';
import { expect, it, vi } from 'vitest';
import { file, lines, put, run, summary } from './store-folder.ts';

vi.setConfig({ testTimeout: 60_000 });

const again = 'animal-store: not all lines are stored: correct the refused lines and run the command again\n';

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
  const animals = put(lines(20_000));
  const killed = runService({ args: ['import', animals], env: { SQLITE_FILE: file } });
  const size = (): number => (existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0);
  await vi.waitFor(() => expect(size()).toBeGreaterThan(300_000), { timeout: 30_000, interval: 5 });
  killed.kill('SIGKILL');
  await waitForEnd(killed);
  const namesIn = async (): Promise<readonly string[]> => (await run(['export'])).match(/"name":"[^"]+"/g) ?? [];
  const added = (await namesIn()).length;
  expect(added > 0 && added < 20_000).toBe(true);
  expect(await run(['import', animals])).toBe(`${summary(20_000 - added, added)}0`);
  expect(new Set(await namesIn()).size).toBe(20_000);
});

it.each([['--run', 'x'], ['--keep-ids']])(
  'An import of %s refuses a line that is not UTF-8 by its number, and stores the others',
  async (...options) => {
    const name = (text: string, id: number): string => `{"id":${id},"name":"${text}","categoryId":1}`;
    const text = [name('a', 1), name('caf\xe9', 2), name('c', 3), 'x'.repeat(2_000_000), name('d', 5)].join('\n');
    const animals = put(Buffer.from(text, 'latin1'));
    const refused =
      'animal-store: line 2: the line must be encoded in UTF-8\n' +
      'animal-store: line 4: the line must not exceed 1048576 bytes\n';
    expect(await run(['import', animals, ...options])).toBe(`${summary(3, 0, 2)}${refused}${again}1`);
    expect(await run(['import', '-', ...options], { stdin: openSync(animals, 'r') })).toBe(
      `${summary(0, 3, 2)}${refused}${again}1`,
    );
    expect((await run(['export'])).match(/"name":"\w"/g)).toEqual(['"name":"a"', '"name":"c"', '"name":"d"']);
  },
);
