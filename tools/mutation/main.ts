// Changes the sources of a package in one place at a time, and runs its tests on each change:
//   npm run test:mutation -- [--concurrency <n>] [package or part …]
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runProcess } from '../toolchain/run-process.cjs';
import { type Mutated, mutated, namesOf } from './mutated-packages.ts';

const project = join(import.meta.dirname, '../..');
/** The folder, ignored by git, for the reports and copies. */
const outputFolder = (name: string): string => `.toolchain/mutation/${name}`;

const below = (folder: string, globs: readonly string[]): readonly string[] =>
  globs.map((glob) => glob.replace(/^!?/, `$&packages/${folder}/`));

/**
 * The variable that tells `vitest.config.ts` the tests. With the option `testFiles`, StrykerJS 10.1 changes a static mutant
 * only after its module is loaded, so each survives (stryker-mutator/stryker-js#6144). Use the option when that is mended.
 */
const testsVariable = (mutated: Mutated): Readonly<Record<'MUTATION_TESTS', string>> => ({
  MUTATION_TESTS: below(mutated.package, mutated.tests).join(' '),
});

/** The options of StrykerJS 10; paths are relative to the project's folder. */
const strykerOptions = (name: string, mutated: Mutated, concurrency: number): object => ({
  mutate: [...below(mutated.package, mutated.sources), '!**/*.test.ts'],
  testRunner: 'vitest',
  // StrykerJS looks for plugins in its own folder, where pnpm does not put them.
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // A constant is evaluated once, when its module is loaded: each of its mutants would need all tests in a new process.
  ignoreStatic: mutated.withStatic !== true,
  disableTypeChecks: false,
  concurrency,
  timeoutMS: 10_000,
  timeoutFactor: 4,
  dryRunTimeoutMinutes: 15,
  thresholds: { high: 100, low: mutated.lowestScore, break: mutated.lowestScore },
  ignorePatterns: ['dist', '/.*', '/apps', '/deploy', '/tsconfig.json'],
  tempDirName: `${outputFolder(name)}/sandbox`,
  reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: `${outputFolder(name)}/report.html` },
  jsonReporter: { fileName: `${outputFolder(name)}/report.json` },
});

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
