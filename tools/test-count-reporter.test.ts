import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runProgram } from './packages/run-program.ts';

const installed = join(import.meta.dirname, 'node_modules/vitest');

const runTests = async (sources: readonly string[]) => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'animal-store-count-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'node_modules'));
  await symlink(installed, join(folder, 'node_modules/vitest'));
  const config = `import { testCountReporter } from '${join(import.meta.dirname, 'test-count-reporter.ts')}';
    export default { test: { reporters: [testCountReporter] } };`;
  await writeFile(join(folder, 'vitest.config.ts'), config);
  const head = "import { beforeAll, describe, expect, test } from 'vitest';\n";
  await Promise.all(sources.map((source, index) => writeFile(join(folder, `${index}.test.ts`), `${head}${source}`)));
  return runProgram(folder, process.execPath, [join(installed, 'vitest.mjs'), 'run']);
};

const passing = "test('passes', () => {});";
const skipped = "test('is skipped', (context) => context.skip());";

test.each([
  ['every test passes', [passing, `${passing}${skipped}`], 0, '2 passed, 0 failed, 1 skipped'],
  ['no test runs', [skipped], 1, '0 passed, 0 failed, 1 skipped'],
  [
    'a hook breaks',
    [passing, `describe('group', () => { beforeAll(() => { throw new Error(); }); ${passing} });`],
    1,
    '1 passed, 1 failed, 1 skipped',
  ],
  ['an error escapes', [`${passing} Promise.reject(new Error());`], 1, '1 passed, 1 failed, 0 skipped'],
])('%s', async (_, sources, code, line) => {
  expect(await runTests(sources)).toEqual({ code, output: expect.stringMatching(`^\n${line}\n`) });
});
