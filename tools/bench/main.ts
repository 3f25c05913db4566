import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import {
  additions,
  animal,
  type Cost,
  expectSameResponses,
  type Load,
  loadsOn,
  measure,
  responsesTo,
  warmUp,
} from './loads.ts';
import { importLines, openStores, type Server, type Store, start } from './servers.ts';

// What a request costs the service, a plain Koa and a plain Fastify application, and the service with 1,000,000 animals.
const { only, rounds: text } = parseArgs({
  options: {
    /** The stores. */
    only: { type: 'string', default: 'memory,sqlite,mongodb,postgres' },
    /** How many rounds, each with new processes. */
    rounds: { type: 'string', default: '3' },
  },
}).values;
const rounds = Number(text);

await using stack = new AsyncDisposableStack();
const stores = openStores(stack);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stack.disposeAsync().finally(() => process.exit(1)));
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const report = (line: string): void => void process.stderr.write(`${line}\n`);

// The servers have one core, and the load generator, which is this process, has the other.
execFileSync('taskset', ['-apc', '1', String(process.pid)], { stdio: 'ignore' });

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number): number => sorted[index] ?? Number.NaN;
  return (at((sorted.length - 1) >> 1) + at(sorted.length >> 1)) / 2;
};

/** Calls a function for each item, beginning with another one in each turn, and returns the results in the order of the items. */
const inTurn = async <A, B>(items: readonly A[], turn: number, run: (item: A) => Promise<B>): Promise<readonly B[]> => {
  const results: B[] = [];
  for (let step = 0; step < items.length; step++) {
    const index = (turn + step) % items.length;
    results[index] = await run(items[index] as A);
  }
  return results;
};

// The noise of a shared machine changes within seconds, so a turn is short.
const turns = 15;
const requestsInTurn = 1_500;
const manyAnimals = 1_000_000;

/** Starts the service and its peers on a new store with 420 animals, and the service on the large store. */
const startAll = async (
  servers: AsyncDisposableStack,
  isMemory: boolean,
  small: Store,
  large: Store,
  round: number,
) => {
  const plan = [
    ['service', 'service', small],
    ['Koa', 'Koa', small],
    ['Fastify', 'Fastify', small],
    ['service, 1,000,000 animals', 'service', large],
  ] as const;
  // The server that starts first takes up to 3 % more, so each round begins with another one.
  const started = await inTurn(plan, round, ([label, program, store]) => start(servers, label, program, store));
  const [contenders, grown] = [started.slice(0, 3), started[3] as Server];
  // In memory, each server has animals of its own.
  const stocked = isMemory ? contenders : contenders.slice(0, 1);
  const fill = { name: 'fill', requests: additions(420) };
  const [added = []] = await Promise.all(stocked.map((server) => responsesTo(server, fill)));
  const loads = loadsOn(added.slice(0, 20).map(({ text }) => JSON.parse(text).id));
  for (const load of loads) await expectSameResponses(contenders, load);
  const loadsOfLarge = loadsOn(Array.from({ length: 20 }, (_, index) => 1 + (index * manyAnimals) / 20));
  if (isMemory) await measure(grown, loadsOfLarge[3] as Load, manyAnimals);
  return started.map((server, index) => ({ server, loads: index === 3 ? loadsOfLarge : loads }));
};

/** Of each load on each server: its CPU time, and the medians of its CPU time and time to those of the service within a turn. */
type Row = readonly [label: string, cpu: number, cpuRatio: number, timeRatio: number];

const measureRound = async (isMemory: boolean, small: Store, large: Store, round: number): Promise<readonly Row[]> => {
  // Two processes of one program differ by some per cent, so each round has new ones.
  await using servers = new AsyncDisposableStack();
  const contenders = await startAll(servers, isMemory, small, large, round);
  for (const { server, loads } of contenders) {
    report(`warming up: ${server.name}`);
    await warmUp(server, loads);
  }
  const rows: Row[] = [];
  for (const index of [0, 1, 2, 3]) {
    const name = contenders[0]?.loads[index]?.name;
    report(`measuring: ${name}`);
    const costs: (readonly Cost[])[] = [];
    for (let turn = 0; turn < turns; turn++)
      costs.push(
        await inTurn(contenders, turn, ({ server, loads }) => measure(server, loads[index] as Load, requestsInTurn)),
      );
    for (const [at, { server }] of contenders.entries()) {
      const ofTurns = (value: (own: Cost, service: Cost) => number): number =>
        median(costs.map((turn) => value(turn[at] as Cost, turn[0] as Cost)));
      rows.push([
        `${name} | ${server.name}`,
        ofTurns(({ cpu }) => cpu),
        ofTurns((own, service) => own.cpu / service.cpu),
        ofTurns((own, service) => own.time / service.time),
      ]);
    }
  }
  return rows;
};

print(`${cpus()[0]?.model}, Node.js ${process.versions.node}, ${rounds} rounds`);
for (const name of only.split(',')) {
  const newStore = stores[name];
  if (newStore === undefined) throw new Error(`There is no store ${name}`);
  const large = await newStore();
  if (name !== 'memory') {
    report(`${name}: adding 1,000,000 animals`);
    const lines = Array.from({ length: manyAnimals }, (_, index) => animal(index).replace('{', `{"id":${index + 1},`));
    importLines(large, lines.join('\n'));
  }
  const measured: (readonly Row[])[] = [];
  for (let round = 1; round <= rounds; round++) {
    report(`${name}: round ${round} of ${rounds}`);
    measured.push(await measureRound(name === 'memory', await newStore(), large, round));
  }
  print(`\n| ${name} | server | CPU µs/request | CPU to the service | of the rounds | time to the service |`);
  print('|---|---|---:|---:|---:|---:|');
  for (const [index, [label]] of (measured[0] ?? []).entries()) {
    const column = (at: 1 | 2 | 3): readonly number[] => measured.map((rows) => rows[index]?.[at] ?? Number.NaN);
    const range = [Math.min, Math.max].map((end) => end(...column(2)).toFixed(2)).join('–');
    const [cpu, ratio, time] = [
      median(column(1)).toFixed(0),
      median(column(2)).toFixed(2),
      median(column(3)).toFixed(2),
    ];
    print(`| ${[label, cpu, ratio, range, time].join(' | ')} |`);
  }
}
