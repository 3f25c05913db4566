// What a request costs the service, a plain Koa and a plain Fastify application, and the service with 1,000,000 animals:
//   npm run bench [-- --only <stores> --rounds <number>]
import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { animal, type Cost, create, loadsOn, measure, responsesTo } from './loads.ts';
import { importLines, type Server, type Store, start, stores } from './servers.ts';

const { only, rounds } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(stores).join() },
    rounds: { type: 'string', default: '3' },
  },
}).values;
const [fewAnimals, manyAnimals] = [420, 1_000_000];
// The noise of a shared machine changes within seconds, so a turn is short.
const [turns, requestsInTurn] = [15, 1_500];
// V8 compiles the code of a server again and again, on other threads, until about 120,000 requests.
const requestsToWarmUp = 30_000;

await using stack = new AsyncDisposableStack();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stack.disposeAsync().finally(() => process.exit(1)));
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const report = (line: string): void => void process.stderr.write(`${line}\n`);

// The servers have one core, and the load generator, which is this process, has the other.
execFileSync('taskset', ['-apc', '1', String(process.pid)], { stdio: 'ignore' });

const rotate = <A>(items: readonly A[], by: number): readonly A[] =>
  items.map((_, index) => items[(index + by) % items.length] as A);

/** Starts the service and its peers on a small store, and the service on a large one. In memory each has animals of its own. */
const startAll = async (processes: AsyncDisposableStack, small: Store, large: Store, round: number) => {
  const plan = [
    { name: 'service', store: small },
    { name: 'Koa', store: small, peer: 'koa' },
    { name: 'Fastify', store: small, peer: 'fastify' },
    { name: 'service, 1,000,000 animals', store: large },
  ];
  const servers = new Map<string, Server>();
  // The server that starts first takes up to 3 % more, so each round begins with another one.
  for (const { name, store, peer } of rotate(plan, round)) servers.set(name, await start(processes, name, store, peer));
  const all = plan.map(({ name, store }) => ({ server: servers.get(name) as Server, isLarge: store === large }));

  const isMemory = 'STORE' in small;
  for (const [index, { server, isLarge }] of all.entries())
    if (isMemory && isLarge) await measure(server, create(50), manyAnimals);
    else if (isMemory || index + round === 1) await responsesTo(server, create(fewAnimals));
  for (const load of loadsOn(fewAnimals)) {
    const same = all.filter(({ isLarge }) => !isLarge).map(({ server }) => responsesTo(server, load));
    const seen = new Set(await Promise.all(same));
    if (seen.size !== 1) throw new Error(`${load.name}: the responses differ:\n${[...seen].join('\n\n')}`);
  }
  return all.map(({ server, isLarge }) => ({ server, loads: loadsOn(isLarge ? manyAnimals : fewAnimals) }));
};

print(`${cpus()[0]?.model}, Node.js ${process.versions.node}, ${rounds} rounds`);
for (const name of only.split(',')) {
  const open = stores[name];
  if (open === undefined) throw new Error(`There is no store ${name}`);
  const newStore = await open(stack);
  const [small, large] = [await newStore('small'), await newStore('large')];

  report(`${name}: adding ${manyAnimals} animals`);
  const lines = Array.from({ length: manyAnimals }, (_, index) => animal(index).replace('{', `{"id":${index + 1},`));
  if (name !== 'memory') importLines(large, lines.join('\n'));

  /** The costs of each row in each turn, beside those of the service in the same turn. */
  const costs = new Map<string, (readonly [own: Cost, service: Cost])[]>();
  for (let round = 1; round <= Number(rounds); round++) {
    // Two processes of one program differ by some per cent, so each round has new ones.
    await using processes = new AsyncDisposableStack();
    report(`${name}, round ${round} of ${rounds}: starting`);
    const contenders = await startAll(processes, small, large, round);
    report(`${name}, round ${round} of ${rounds}: warming up`);
    for (const { server, loads } of contenders) for (const load of loads) await measure(server, load, requestsToWarmUp);
    for (const [index, load] of loadsOn(fewAnimals).entries()) {
      report(`${name}, round ${round} of ${rounds}: measuring ${load.name}`);
      for (let turn = 0; turn < turns; turn++) {
        const ofTurn = new Map<string, Cost>();
        for (const { server, loads } of rotate(contenders, turn))
          ofTurn.set(server.name, await measure(server, loads[index] ?? load, requestsInTurn));
        for (const { server } of contenders) {
          const row = `${load.name} | ${server.name}`;
          const pair = [ofTurn.get(server.name) as Cost, ofTurn.get('service') as Cost] as const;
          costs.set(row, [...(costs.get(row) ?? []), pair]);
        }
      }
    }
  }

  print(`\n| ${name} | server | CPU, µs | CPU to the service | middle half of the turns | time to the service |`);
  print('|---|---|---:|---:|---:|---:|');
  for (const [row, ofRow] of costs) {
    const quantile = (part: number, value: (own: Cost, service: Cost) => number): number => {
      const sorted = ofRow.map((pair) => value(...pair)).toSorted((a, b) => a - b);
      return sorted[Math.round(part * (sorted.length - 1))] ?? Number.NaN;
    };
    const ratio = (part: number): string => quantile(part, (own, service) => own.cpu / service.cpu).toFixed(2);
    const cpu = quantile(0.5, (own) => own.cpu).toFixed(0);
    const time = quantile(0.5, (own, service) => own.time / service.time).toFixed(2);
    print(`| ${[row, cpu, ratio(0.5), `${ratio(0.25)}–${ratio(0.75)}`, time].join(' | ')} |`);
  }
}
