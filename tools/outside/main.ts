import { Command, InvalidArgumentError, Option } from 'commander';
import { preparePython } from './python-environment.ts';
import { exitCodes, runCommand } from './run-command.ts';
import { runOutside } from './run-outside.ts';
import { runTraces } from './run-traces.ts';
import { type StoreName, storeNames } from './start-service.ts';

interface Options {
  readonly seed: number;
  readonly examples: number;
  readonly store?: StoreName;
}

const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number between ${min} and ${max}.`);
  };

const run = ({ store, seed, examples }: Options): Promise<void> => {
  const stores = store === undefined ? storeNames : [store];
  return runCommand('test:outside', {
    prepare: ({ progress, signal }) => preparePython(progress, signal),
    test: async (program, { signal, progress, cleanup }) => {
      progress('\nthe traces, decoded by opentelemetry-proto\n');
      await runTraces(program, signal, cleanup);
      return {
        problems: await runOutside(program, { stores, seed, examples, signal }, progress, cleanup),
        passed: `PASSED FROM OUTSIDE: the traces; ${stores.join(', ')}, seed ${seed}`,
      };
    },
  });
};

await new Command('test:outside')
  .description(
    'Test the running service against its OpenAPI document with third-party tools that know only the document: ' +
      'Schemathesis with all its checks. Before that, decode its traces with opentelemetry-proto. It needs Python 3.11 or ' +
      'newer with venv and pip, and exits with 69 without it. MongoDB runs in a container, or is the server that ' +
      'MONGODB_TEST_URI names; PostgreSQL is the installed one, or the server that POSTGRES_TEST_URI names.',
  )
  .option('--seed <n>', 'the seed of the random requests', wholeNumber(0, 4_294_967_295), 1)
  .option(
    '--examples <n>',
    'the most random requests per operation on the first store; a tenth of them on the others',
    wholeNumber(1, 100_000),
    500,
  )
  .addOption(new Option('--store <name>', 'the only store to test, instead of all').choices(storeNames))
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : exitCodes.wrongUsage))
  .action(run)
  .parseAsync();
