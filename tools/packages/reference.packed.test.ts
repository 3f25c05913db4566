import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, test } from 'vitest';
import { projectFolder } from '../boundaries/probe-tree.ts';
import { publishablePackages } from '../boundaries/workspace-packages.ts';
import { runProgram } from './run-program.ts';

test('the reference has a page for each package', async () => {
  const out = temporaryFolder();
  const { code, output } = await runProgram(projectFolder, process.execPath, ['tools/reference/main.ts', out]);
  expect(code, output).toBe(0);
  const pages = publishablePackages.map(({ shortName }) => `_animal-store_${shortName}.html`);
  expect((await readdir(join(out, 'modules'))).toSorted()).toEqual(pages.toSorted());
});
