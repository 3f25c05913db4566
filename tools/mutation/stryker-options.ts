import type { MutatedPackage } from './mutated-packages.ts';

/** The folder, ignored by git, in which the reports and copies of a package are kept. */
export const outputFolder = (name: string): string => `.toolchain/mutation/${name}`;

/** The options of StrykerJS 10 for a package; paths are relative to the project's folder. */
export const strykerOptions = (name: string, { tests, lowestScore }: MutatedPackage, concurrency: number): object => ({
  mutate: [`packages/${name}/src/**/*.ts`, '!**/*.test.ts'],
  testFiles: tests.map((glob) => `packages/${name}/${glob}`),
  testRunner: 'vitest',
  // StrykerJS looks for plugins in its own folder, where pnpm does not put them.
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // A constant is evaluated once, when its module is loaded: each of its mutants would need all tests in a new process.
  ignoreStatic: true,
  disableTypeChecks: false,
  concurrency,
  timeoutMS: 30_000,
  timeoutFactor: 4,
  dryRunTimeoutMinutes: 15,
  thresholds: { high: 100, low: lowestScore, break: lowestScore },
  ignorePatterns: ['dist', '/.*', '/apps', '/deploy', '/docs', '/tsconfig.json'],
  tempDirName: `${outputFolder(name)}/sandbox`,
  reporters: ['clear-text', 'progress-append-only', 'html', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  htmlReporter: { fileName: `${outputFolder(name)}/report.html` },
  jsonReporter: { fileName: `${outputFolder(name)}/report.json` },
});
