import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { beforeEach } from 'vitest';

/** The folder of the running test. */
export let folder = '';
/** The SQLite file of the running test. */
export let file = '';
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, 'animals.db');
});

/** The NDJSON of animals with the ids from 1 on. */
export const lines = (count: number): string =>
  Array.from({ length: count }, (_, n) => `{"id":${n + 1},"name":"animal ${n}","categoryId":1}\n`).join('');

/** Writes a file into the folder, and returns its path. */
export const put = (text: string | Buffer, name = 'a.ndjson'): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

/** Runs a command on a store. Returns what it prints, without the folder of the test, and its exit code. */
export const run = async (
  args: readonly string[],
  { store = file, stdin }: { store?: string; stdin?: number } = {},
) => {
  const { stdout, stderr, code } = await runToEnd({ args, env: { SQLITE_FILE: store }, stdin });
  return `${stdout}${stderr}${code}`.replaceAll(folder, '');
};

/** What an import prints at its end. */
export const summary = (added: number, present: number, refused = 0): string =>
  `${added} animals added, ${present} stored before, ${refused} lines refused.\n`;
