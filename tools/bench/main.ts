import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import { createCleanup } from './cleanup.ts';
import { type OperationName, operationNames } from './operations.ts';
import { reportText } from './report-text.ts';
import { runBench, type StoreName, storeNames } from './run-bench.ts';
import { projectFile } from './start-server.ts';

interface Options {
  readonly seconds: number;
  readonly rounds: number;
  readonly connections: number;
  readonly only: readonly OperationName[];
  readonly store?: StoreName;
  readonly json?: boolean;
}

const wrongUsage = 2;

const number =
  (rule: string, matches: (value: number) => boolean) =>
  (text: string): number => {
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (!matches(value)) throw new InvalidArgumentError(`It must be ${rule}.`);
    return value;
  };

const wholeNumber = (max: number): ((text: string) => number) =>
  number(`a whole number between 1 and ${max}`, (value) => Number.isInteger(value) && value >= 1 && value <= max);

const seconds = number('a number between 0.1 and 60', (value) => value >= 0.1 && value <= 60);

const operations = (text: string): readonly OperationName[] => {
  const names = text.split(',');
  const chosen = operationNames.filter((name) => names.includes(name));
  if (chosen.length !== names.length) throw new InvalidArgumentError(`It must be some of ${operationNames.join(',')}.`);
  return chosen;
};

const cleanup = createCleanup();
let isStopping = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, async () => {
    // A terminal and whoever passes its signals on may each send one.
    if (isStopping) return;
    isStopping = true;
    process.stderr.write('\nbench: stopping\n');
    await cleanup.run();
    process.exit(128 + constants.signals[signal]);
  });
}

const bench = async ({ store, only, json, ...effort }: Options): Promise<void> => {
  const progress = (text: string): void => void process.stderr.write(text);
  try {
    if (!existsSync(projectFile('apps/service/dist/main.js'))) throw new Error('Run `pnpm build` first');
    const stores = store === undefined ? storeNames : [store];
    const report = await runBench({ stores, operations: only }, effort, progress, cleanup);
    process.stdout.write(json ? `${JSON.stringify(report, undefined, 2)}\n` : `\n${reportText(report)}`);
  } catch (error) {
    if (isStopping) return;
    process.stderr.write(`\nbench: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  } finally {
    await cleanup.run();
  }
};

await new Command('bench')
  .description(
    'Measure the built service beside others that do the same, in memory and on MongoDB. MongoDB runs in a container, ' +
      'or is the server that MONGODB_TEST_URI names. Progress goes to standard error, the result to standard output.',
  )
  .option('--seconds <n>', 'how long each server is measured in each round', seconds, 0.4)
  .option('--rounds <n>', 'how many rounds', wholeNumber(1000), 7)
  .option('--connections <n>', 'how many connections the load generator has', wholeNumber(1000), 64)
  .option('--only <names>', `some of ${operationNames.join(',')}`, operations, operationNames)
  .addOption(new Option('--store <name>', 'one store instead of both').choices(storeNames))
  .option('--json', 'print every round as JSON instead of tables')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : wrongUsage))
  .action(bench)
  .parseAsync();
