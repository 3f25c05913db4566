import { constants } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import { compare, type Effort } from './compare.ts';
import { separateCores } from './cores.ts';
import { compareMemory, type MemoryRecipe } from './memory.ts';
import { operationNames, operationsOn } from './operations.ts';
import { describeMachine, machineText, type Report, reportText } from './report.ts';
import { type SceneName, scenes } from './scenes.ts';
import type { Placement } from './start-server.ts';

interface Options extends Effort {
  readonly only: readonly SceneName[];
  readonly operations: readonly string[];
  readonly servers?: readonly string[];
  readonly json?: boolean;
}

const numberBetween =
  (min: number, max: number) =>
  (text: string): number => {
    const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) throw new InvalidArgumentError(`It must be between ${min} and ${max}.`);
    return value;
  };

const progress = (text: string): void => {
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
};

const runScenes = async (options: Options, placement: Placement): Promise<Report['scenes']> => {
  const found: Report['scenes'][number][] = [];
  for (const name of options.only) {
    const { title, operations, prepare } = scenes[name];
    await using stack = new AsyncDisposableStack();
    placement.stack.use(stack);
    progress(`${title}: servers start`);
    const { contenders, ids } = await prepare({ ...placement, stack });
    const chosen = contenders.filter((each) => options.servers?.includes(each.name) ?? true);
    if (chosen.length === 0) throw new Error(`${title} has only ${contenders.map((each) => each.name).join(', ')}`);
    const loads = operationsOn(ids).filter(
      (load) => operations.includes(load.name) && options.operations.includes(load.name),
    );
    const measurements = await compare(chosen, loads, options, (text) => progress(`${title}: ${text}`));
    found.push({ title, measurements });
  }
  return found;
};

const bench = async (options: Options, placement: Placement, cores: string): Promise<string> => {
  const machine = describeMachine(cores);
  const report = { machine, effort: options, scenes: await runScenes(options, placement) };
  return options.json ? JSON.stringify(report, undefined, 2) : reportText(report);
};

const memory = async (recipe: MemoryRecipe, placement: Placement, cores: string): Promise<string> => {
  const machine = machineText(describeMachine(cores));
  return `${machine}\n\n${await compareMemory(recipe, placement)}\n`;
};

/** Runs a measurement with servers that are stopped at its end, and by a signal. */
const run =
  <A>(measure: (options: A, placement: Placement, cores: string) => Promise<string>) =>
  async (options: A): Promise<void> => {
    const { server: before, description } = separateCores();
    await using stack = new AsyncDisposableStack();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        void stack.disposeAsync().finally(() => process.exit(128 + constants.signals[signal]));
      });
    }
    const text = await measure(options, { before, stack, progress }, description);
    progress('');
    process.stdout.write(`${text}\n`);
  };

const someOf = (flag: string, known: readonly string[]): Option =>
  new Option(`--${flag} <name...>`, `some of ${known.join(', ')}`).choices(known).default(known, 'all');

const command = new Command('bench')
  .enablePositionalOptions()
  .description(
    'Measure the compiled service and comparable programs, in memory, on MongoDB and on PostgreSQL. MongoDB runs in a ' +
      'container, or is the server that MONGODB_TEST_URI names; PostgreSQL is the installed one, or POSTGRES_TEST_URI. Progress goes to standard error.',
  )
  .addOption(someOf('only', Object.keys(scenes)))
  .addOption(someOf('operations', operationNames))
  .option('--servers <name...>', 'some servers, by their names in the table')
  .option('--rounds <n>', 'how many rounds', numberBetween(1, 1000), 7)
  .option('--seconds <n>', 'how long each server is measured in each round', numberBetween(0.1, 60), 0.4)
  .option('--warm-up <n>', 'how many responses each server gives before it is measured', numberBetween(0, 1e6), 10_000)
  .option('--connections <n>', 'how many connections send requests', numberBetween(1, 1000), 64)
  .addOption(
    new Option('--quick', 'memory and MongoDB in less than two minutes').implies({
      ...{ only: ['memory', 'mongodb'], rounds: 3, seconds: 0.25, warmUp: 6000 },
    }),
  )
  .option('--json', 'print every round as JSON instead of tables')
  .action(run(bench));

command
  .command('memory')
  .description(
    'Measure the memory of the service and of Fastify: at rest with 1,000 animals, and after a load of lists.',
  )
  .option('--rounds <n>', 'how many rounds', numberBetween(1, 1000), 5)
  .option('--seconds <n>', 'how long the load lasts', numberBetween(0.1, 60), 10)
  .option('--connections <n>', 'how many connections send requests', numberBetween(1, 1000), 64)
  .option('--semi-space <MiB...>', 'sizes for --max-semi-space-size', ['4', '8', '16', 'default'])
  .action(run(memory));

await command.parseAsync();
