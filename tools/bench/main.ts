import { existsSync, writeFileSync } from 'node:fs';
import { projectFile } from '@animal-store/testkit/project-file';
import { Command, InvalidArgumentError, Option } from 'commander';
import { exitCodes, runCommand } from '../outside/run-command.ts';
import { chartOf, themeNames } from './chart.ts';
import { type Cleanup, createCleanup } from './cleanup.ts';
import { compare, type Effort } from './compare.ts';
import { separateCores } from './cores.ts';
import { operationNames, operationsOn } from './operations.ts';
import { describeMachine, type Report, reportText } from './report.ts';
import { type SceneName, sceneNames, scenes } from './scenes.ts';
import { type Tier, tiers } from './servers.ts';

interface Options {
  readonly only: readonly SceneName[];
  readonly operations: readonly string[];
  readonly servers?: readonly string[];
  readonly tiers: readonly Tier[];
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUp: number;
  readonly connections: number;
  readonly json?: boolean;
  readonly chart?: boolean;
}

const someOf =
  <A extends string>(known: readonly A[]) =>
  (text: string): readonly A[] => {
    const chosen = known.filter((name) => text.split(',').includes(name));
    if (chosen.length !== text.split(',').length)
      throw new InvalidArgumentError(`It must be some of ${known.join(',')}.`);
    return chosen;
  };

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

const runScenes = async (options: Options, cleanup: Cleanup): Promise<Report> => {
  const { rounds, seconds, warmUp, connections } = options;
  const effort: Effort = { rounds, seconds, warmUp, connections };
  const cores = separateCores();
  const machine = describeMachine(cores.description);
  const found: Report['scenes'][number][] = [];
  for (const name of options.only) {
    const { title, operations, prepare } = scenes[name];
    const servers = createCleanup();
    cleanup.add(servers.run);
    progress(`${title}: servers start`);
    const { contenders, ids } = await prepare(options.tiers, cores.server, servers);
    const chosen = contenders.filter((each) => options.servers?.includes(each.name) ?? true);
    const loads = operationsOn(ids).filter(
      (load) => operations.includes(load.name) && options.operations.includes(load.name),
    );
    const measurements = await compare(chosen, loads, effort, (text) => progress(`${title}: ${text}`));
    found.push({ title, measurements });
    await servers.run();
  }
  progress('');
  return { machine, effort, scenes: found };
};

/** The defaults of `--quick`: more noise, in less than two minutes. */
const quickly: Partial<Options> = {
  only: ['memory', 'mongodb'],
  tiers: ['observed'],
  rounds: 3,
  seconds: 0.25,
  warmUp: 6000,
};

const bench = (options: Options): Promise<void> =>
  runCommand('bench', {
    prepare: async () => {
      if (!existsSync(projectFile('apps/service/dist/main.js'))) throw new Error('run `pnpm build` first');
    },
    test: async (_, { cleanup }) => {
      const report = await runScenes(options, cleanup);
      if (options.chart) {
        for (const theme of themeNames)
          writeFileSync(projectFile(`docs/performance-${theme}.svg`), chartOf(report, theme));
      }
      return { problems: [], passed: options.json ? JSON.stringify(report, undefined, 2) : reportText(report) };
    },
  });

await new Command('bench')
  .description(
    'Measure the compiled service and comparable programs, in memory, on MongoDB and on PostgreSQL. MongoDB runs in a ' +
      'container, or is the server that MONGODB_TEST_URI names; PostgreSQL is the installed one, or POSTGRES_TEST_URI. Progress goes to standard error.',
  )
  .option('--only <scenes>', `some of ${sceneNames.join(',')}`, someOf(sceneNames), sceneNames)
  .option('--operations <names>', `some of ${operationNames.join(',')}`, someOf(operationNames), operationNames)
  .option('--servers <names>', 'some servers, by their names in the table', (text) => text.split(','))
  .option('--tiers <names>', `some of ${tiers.join(',')}`, someOf(tiers), tiers)
  .option('--rounds <n>', 'how many rounds', numberBetween(1, 1000), 7)
  .option('--seconds <n>', 'how long each server is measured in each round', numberBetween(0.1, 60), 0.4)
  .option('--warm-up <n>', 'how many responses each server gives before it is measured', numberBetween(0, 1e6), 10_000)
  .option('--connections <n>', 'how many connections send requests', numberBetween(1, 1000), 64)
  .addOption(new Option('--quick', 'the observed tier in less than two minutes').implies(quickly))
  .option('--json', 'print every round as JSON instead of tables')
  .option('--chart', 'draw the observed tier in docs/performance-light.svg and docs/performance-dark.svg')
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : exitCodes.wrongUsage))
  .action(bench)
  .parseAsync();
