import type { Mutated } from './mutated-packages.ts';

/** The folder, ignored by git, for the reports and copies. */
export const outputFolder = (name: string): string => `.toolchain/mutation/${name}`;

const below = (folder: string, globs: readonly string[]): readonly string[] =>
  globs.map((glob) => glob.replace(/^!?/, `$&packages/${folder}/`));

/**
 * The variable that tells `vitest.config.ts` the tests. With the option `testFiles`, StrykerJS 10.1 changes a static mutant
 * only after its module is loaded, so each survives (stryker-mutator/stryker-js#6144). Use the option when that is mended.
 */
export const testsVariable = (mutated: Mutated): Readonly<Record<'MUTATION_TESTS', string>> => ({
  MUTATION_TESTS: below(mutated.package, mutated.tests).join(' '),
});

/** The options of StrykerJS 10; paths are relative to the project's folder. */
export const strykerOptions = (name: string, mutated: Mutated, concurrency: number): object => ({
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
