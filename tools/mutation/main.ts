// Changes the sources of a package in one place at a time, and runs its tests on each change:
//   npm run test:mutation -- [--concurrency <n>] [package or part …]
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runProcess } from '../toolchain/run-process.cjs';
import { mutated, namesOf } from './mutated-packages.ts';
import { outputFolder, strykerOptions, testsVariable } from './stryker-options.ts';

const project = join(import.meta.dirname, '../..');
const install = (): Promise<number> =>
  runProcess('pnpm', ['--dir', import.meta.dirname, 'install', '--frozen-lockfile', '--reporter=silent'], {
    stdio: 'inherit',
  });

const mutate = async (name: string, concurrency: number): Promise<number> => {
  const options = mutated[name];
  if (options === undefined) throw new Error(`${name} is not mutated`);
  const file = `${outputFolder(name)}/stryker.config.json`;
  await mkdir(join(project, outputFolder(name)), { recursive: true });
  await writeFile(join(project, file), JSON.stringify(strykerOptions(name, options, concurrency)));
  return runProcess(join(import.meta.dirname, 'node_modules/.bin/stryker'), ['run', file], {
    cwd: project,
    env: { ...process.env, ...testsVariable(options) },
    stdio: 'inherit',
  });
};

const options = { concurrency: { type: 'string', default: '1' } } as const;
const { values, positionals } = parseArgs({ allowPositionals: true, options });
const unknown = positionals.find((name) => namesOf(name).length === 0);
if (unknown !== undefined) throw new Error(`${unknown} is none of ${Object.keys(mutated).join(', ')}`);
const names = positionals.length > 0 ? positionals.flatMap(namesOf) : Object.keys(mutated);

process.exitCode = await install();
if (process.exitCode === 0) {
  const failed: string[] = [];
  for (const name of names) if ((await mutate(name, Number(values.concurrency))) !== 0) failed.push(name);
  process.stdout.write(
    failed.length > 0 ? `\ntest:mutation: FAILED: ${failed.join(', ')}\n` : '\nMUTATION TESTS PASSED\n',
  );
  process.exitCode = failed.length > 0 ? 1 : 0;
}
