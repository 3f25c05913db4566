import { constants } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import { createCleanup } from '../bench/cleanup.ts';
import { preparePython } from './python-environment.ts';
import { runOutside } from './run-outside.ts';
import { type StoreName, storeNames } from './start-service.ts';

interface Options {
  readonly seed: number;
  readonly examples: number;
  readonly store?: StoreName;
}

const wrongUsage = 2;
// EX_UNAVAILABLE of sysexits.h: nothing was tested.
const unavailable = 69;

const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number between ${min} and ${max}.`);
  };

const cleanup = createCleanup();
const stop = new AbortController();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, async () => {
    // A terminal and whoever passes its signals on may each send one.
    if (stop.signal.aborted) return;
    process.stderr.write('\ntest:outside: stopping\n');
    stop.abort();
    await cleanup.run();
    process.exit(128 + constants.signals[signal]);
  });
}

const sayUnavailable = (error: unknown): undefined => {
  process.stderr.write(`test:outside: nothing was tested: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = unavailable;
};

const run = async ({ store, seed, examples }: Options): Promise<void> => {
  const stores = store === undefined ? storeNames : [store];
  const { signal } = stop;
  const progress = (text: string): void => void process.stdout.write(text);
  try {
    const program = await preparePython(progress, signal).catch(sayUnavailable);
    if (program === undefined) return;
    const problems = await runOutside(program, { stores, seed, examples, signal }, progress, cleanup);
    for (const problem of problems) process.stderr.write(`test:outside: FAILED: ${problem}\n`);
    if (problems.length > 0) process.exitCode = 1;
    else process.stdout.write(`\nPASSED FROM OUTSIDE: ${stores.join(', ')}, seed ${seed}\n`);
  } catch (error) {
    if (signal.aborted) return;
    process.stderr.write(`\ntest:outside: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  } finally {
    if (!signal.aborted) await cleanup.run();
  }
};

await new Command('test:outside')
  .description(
    'Test the running service against its OpenAPI document with third-party tools that know only the document: ' +
      'Schemathesis with all its checks, and a Python client generated from the document. It needs Python 3.11 or ' +
      'newer with venv and pip, and exits with 69 without it. MongoDB runs in a container, or is the server that ' +
      'MONGODB_TEST_URI names.',
  )
  .option('--seed <n>', 'the seed of the random requests', wholeNumber(0, 4_294_967_295), 1)
  .option(
    '--examples <n>',
    'the most random requests per operation on the first store; a tenth of them on the others',
    wholeNumber(1, 100_000),
    500,
  )
  .addOption(new Option('--store <name>', 'the only store to test, instead of all').choices(storeNames))
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : wrongUsage))
  .action(run)
  .parseAsync();
