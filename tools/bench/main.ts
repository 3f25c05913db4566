import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Cost, loads, measure, responsesTo, type Server } from './loads.ts';
import { service, start } from './servers.ts';
import { kinds } from './stores.ts';

const help = `Measures what a request costs the service, and prints a table in Markdown:  npm run bench -- [options]

  --only <stores>     memory, sqlite, mongodb, postgres, separated by commas (default: memory,sqlite)
  --against <folder>  compares with another checkout, in which "npm run setup" has run; without this option the service
                      is compared with a plain Koa application (memory, sqlite) and with 1,000,000 animals (not in memory)
  --rounds <number>   how often stores and servers are made anew, 1 to 99 (default: 3)
  --quick             a tenth of the animals and requests, to see that it runs
`;
const project = join(import.meta.dirname, '../..');
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const report = (line: string): void => void process.stderr.write(`${line}\n`);
const inTurn = <A>(items: readonly A[], turn: number): readonly A[] => (turn % 2 === 0 ? items : items.toReversed());

/** Reads the command line. An error says what is wrong with it. */
const readOptions = () => {
  const flag = { type: 'boolean', default: false } as const;
  const text = (value: string) => ({ type: 'string', default: value }) as const;
  const options = { only: text('memory,sqlite'), against: text(''), rounds: text('3'), quick: flag, help: flag };
  const { only, against, rounds, quick, help } = parseArgs({ options }).values;
  const names = only.split(',');
  for (const name of names) if (!Object.hasOwn(kinds, name)) throw new Error(`There is no store "${name}".`);
  if (!/^[1-9]\d?$/.test(rounds)) throw new Error('The number of rounds must be 1 to 99.');
  const other = against && resolve(against);
  if (other && ![service, 'node_modules/.bin/node'].every((file) => existsSync(join(other, file))))
    throw new Error(`${other} is not a checkout of this project in which "npm run setup" has run.`);
  return { names, other, rounds: Number(rounds), scale: quick ? 0.1 : 1, help };
};

/** Measures each program in turn on a new store. */
const measureRound = async (kind: string, other: string, round: number, scale: number) => {
  await using stack = new AsyncDisposableStack();
  const own = { name: 'service', folder: project, script: service, animals: 420 };
  const koa = { ...own, name: 'plain Koa', script: 'tools/bench/plain-koa.ts' };
  const many = 1_000_000 * scale;
  const large = { ...own, name: `service, ${many.toLocaleString('en')} animals`, animals: many };
  const peers = { memory: [koa], sqlite: [koa, large] }[kind] ?? [large];
  const programs = [own, ...(other ? [{ ...own, name: 'other checkout', folder: other }] : peers)];
  const newStore = await kinds[kind]?.(stack);
  const started: Server[] = [];
  // The server that starts first takes up to 3 % more.
  for (const [index, program] of inTurn(programs, round).entries()) {
    report(`${kind}, round ${round}: starting ${program.name}`);
    started.push(await start(stack, program, (await newStore?.(`bench-${process.pid}-${index}`)) ?? {}));
  }
  const servers = inTurn(started, round);
  const same = servers.filter(({ animals }) => animals === own.animals);
  for (const [name, load] of Object.entries(loads)) {
    const seen = new Set(await Promise.all(same.map((server) => responsesTo(server, load(server)))));
    const difference = `${kind}, ${name}: the responses differ:\n${[...seen].join('\n\n')}`;
    if (seen.size > 1 && !other) throw new Error(difference);
    if (seen.size > 1) report(difference);
  }
  report(`${kind}, round ${round}: warming up`);
  // V8 compiles the code of a server again and again, on other threads, until about 120,000 requests.
  for (const server of servers)
    for (const load of Object.values(loads)) await measure(server, load(server), 30_000 * scale);
  const samples = [];
  for (const [name, load] of Object.entries(loads)) {
    report(`${kind}, round ${round}: measuring ${name}`);
    // The noise of a shared machine changes within seconds, so a turn is short.
    for (let turn = 0; turn < 15; turn++) {
      const costs = new Map<Server, Cost>();
      for (const server of inTurn(servers, turn)) costs.set(server, await measure(server, load(server), 1_500 * scale));
      const ofService = costs.get(servers[0] as Server)?.cpu ?? Number.NaN;
      for (const [server, cost] of costs)
        samples.push({ row: `${kind} | ${name} | ${server.name}`, ...cost, ratio: cost.cpu / ofService });
    }
  }
  return samples;
};

const main = async (): Promise<void> => {
  const { names, other, rounds, scale, help: isHelp } = readOptions();
  if (isHelp) return void process.stdout.write(help);
  // The servers have one core, and the load generator, which is this process, has the other.
  execFileSync('taskset', ['-apc', '1', String(process.pid)], { stdio: 'ignore' });
  const commit = (cwd: string) => execFileSync('git', ['describe', '--always', '--dirty'], { cwd }).toString().trim();
  const commits = [project, ...(other ? [other] : [])].map(commit).join(' and ');
  print(`${cpus()[0]?.model}, Node.js ${process.versions.node}, commit ${commits}, rounds: ${rounds}\n`);
  print('| store | operation | server | CPU, µs | responses a second | CPU to the service | middle half |');
  print('|---|---|---|---:|---:|---:|---:|');
  for (const kind of names) {
    const samples = [];
    for (let round = 1; round <= rounds; round++) samples.push(...(await measureRound(kind, other, round, scale)));
    for (const [row, ofRow] of Map.groupBy(samples, (sample) => sample.row)) {
      const quantile = (part: number, name: 'cpu' | 'time' | 'ratio'): number => {
        const sorted = ofRow.map((sample) => sample[name]).toSorted((a, b) => a - b);
        return sorted[Math.round(part * (sorted.length - 1))] ?? Number.NaN;
      };
      const [low, median, high] = [0.25, 0.5, 0.75].map((part) => quantile(part, 'ratio').toFixed(2));
      const [cpu, rate] = [quantile(0.5, 'cpu').toFixed(0), (1e6 / quantile(0.5, 'time')).toFixed(0)];
      print(`| ${row} | ${cpu} | ${rate} | ${median} | ${low}–${high} |`);
    }
  }
};

await main().catch((error: Error) => {
  report(`${error.message}\nSee "npm run bench -- --help".`);
  process.exit(1);
});
