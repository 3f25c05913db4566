import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { fillStore } from './fill-store.ts';
import { expectSameResponses, fill, measureCpu, median, type Operation, operationsOn, runLoad } from './loads.ts';
import { type Contender, openStores, prepare, serverNames, start } from './servers.ts';

const usage = `Usage: npm run bench -- [options]

Measures the service beside a plain Koa and a plain Fastify application. Without a mode it prints the CPU time of a request.

  --growth         compare stores with 1,000 and with 1,000,000 animals
  --latency        print response times, and the rate at which they become long
  --only <stores>  some of memory, sqlite, mongodb, postgres; by default all
  --rounds <n>     rounds of the CPU time, each with new processes, by default 3
`;

const refuse = (reason: string): never => {
  process.stderr.write(`${reason}\n\n${usage}`);
  process.exit(2);
};

const readOptions = () => {
  try {
    return parseArgs({
      options: {
        help: { type: 'boolean', default: false },
        only: { type: 'string', default: 'memory,sqlite,mongodb,postgres' },
        rounds: { type: 'string' },
        growth: { type: 'boolean', default: false },
        latency: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return refuse((error as Error).message);
  }
};

const options = readOptions();
if (options.help) {
  process.stdout.write(usage);
  process.exit();
}
const rounds = Number(options.rounds ?? 3);
if (!(rounds >= 1)) refuse('--rounds must be at least 1');
if (options.growth && options.latency) refuse('--growth and --latency are two modes: give one');
if (options.rounds !== undefined && (options.growth || options.latency)) refuse('--rounds is for the CPU time alone');
const print = (line: string): void => void process.stdout.write(`${line}\n`);

await using stack = new AsyncDisposableStack();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stack.disposeAsync().finally(() => process.exit(1)));
const stores = openStores(stack);
const names = options.only.split(',');
if (!names.every((name) => Object.hasOwn(stores, name))) refuse(`--only takes ${Object.keys(stores).join(', ')}`);

// The servers have one core, and the load generator, which is this process, has the other.
execFileSync('taskset', ['-apc', '1', String(process.pid)], { stdio: 'ignore' });

// The noise of a shared machine changes within seconds, so a turn is short.
const turns = 15;
const requestsInTurn = 1_000;

/** Measures all servers in turn, so that noise affects them equally. Each turn begins with another one. */
const measureInTurn = async (
  contenders: readonly Contender[],
  measure: (contender: Contender) => Promise<number>,
): Promise<readonly (readonly number[])[]> => {
  const samples: number[][] = contenders.map(() => []);
  for (let turn = 0; turn < turns; turn++)
    for (let step = 0; step < contenders.length; step++) {
      const index = (turn + step) % contenders.length;
      samples[index]?.push(await measure(contenders[index] as Contender));
    }
  return samples;
};

/** The median of the ratios of one server to another within each turn. */
const ratioOf = (own: readonly number[] = [], other: readonly number[] = []): number =>
  median(own.map((value, turn) => value / (other[turn] ?? Number.NaN)));

/** A load of all operations in turn. */
const mixOf = (operations: readonly Operation[]): Operation => ({
  name: 'mix',
  requests: Array.from({ length: 100 }, (_, index) =>
    operations.flatMap(({ requests }) => requests[index % requests.length] ?? []),
  ).flat(),
});

/** V8 compiles the code of a server again and again, on other threads, until about 120,000 requests. */
const warmUp = async (contenders: readonly Contender[], operations: readonly Operation[]): Promise<void> => {
  for (const contender of contenders) await measureCpu(contender, mixOf(operations), 120_000);
};

/**
 * Starts the service and its peers on a new store, with 420 animals. The server that starts first takes up to 3 % more, so each round
 * begins with another one.
 */
const startAll = async (servers: AsyncDisposableStack, name: string, round: number) => {
  const store = (await stores[name]?.()) ?? {};
  // The service creates the collections and tables that its peers use.
  const apiKey = await prepare(store);
  const first = round % serverNames.length;
  const started = new Map<string, Contender>();
  for (const each of [...serverNames.slice(first), ...serverNames.slice(0, first)])
    started.set(each, await start(servers, each, store, apiKey));
  const contenders = serverNames.flatMap((each) => started.get(each) ?? []);
  const [service, ...others] = contenders as [Contender, ...Contender[]];
  const ids = await fill(service);
  if (name === 'memory') for (const peer of others) await fill(peer);
  const operations = operationsOn(ids);
  for (const operation of operations) await expectSameResponses(contenders, operation);
  return { contenders, operations };
};

/** One round: the CPU time of each operation on each server, and its ratio to that of the service. */
const measureRound = async (name: string, round: number) => {
  // Two processes of one program differ by some per cent, so each round has new ones.
  await using servers = new AsyncDisposableStack();
  const { contenders, operations } = await startAll(servers, name, round);
  const measured: {
    readonly operation: string;
    readonly server: string;
    readonly cpu: number;
    readonly ratio: number;
  }[] = [];
  await warmUp(contenders, operations);
  for (const operation of operations) {
    const samples = await measureInTurn(contenders, (contender) => measureCpu(contender, operation, requestsInTurn));
    for (const [index, { name: server }] of contenders.entries()) {
      const own = samples[index] ?? [];
      measured.push({ operation: operation.name, server, cpu: median(own), ratio: ratioOf(own, samples[0]) });
    }
  }
  return measured;
};

const compareCpu = async (name: string): Promise<void> => {
  const measured = [];
  for (let round = 1; round <= rounds; round++) {
    process.stderr.write(`round ${round} of ${rounds}\n`);
    measured.push(await measureRound(name, round));
  }
  print(`| operation | server | CPU µs/request | CPU to the service | of ${rounds} rounds |\n|---|---|---:|---:|---:|`);
  for (const [index, { operation, server }] of (measured[0] ?? []).entries()) {
    const row = measured.flatMap((round) => round[index] ?? []);
    const ratios = row.map(({ ratio }) => ratio).toSorted((a, b) => a - b);
    const cells = [median(row.map(({ cpu }) => cpu)).toFixed(0), median(ratios).toFixed(2)];
    const range = `${ratios[0]?.toFixed(2)} – ${ratios.at(-1)?.toFixed(2)}`;
    print(`| ${[operation, server, ...cells, range].join(' | ')} |`);
  }
};

const sizes = [1_000, 1_000_000] as const;

/** Compares a small store with a large one: the CPU time of the service, and the time of a request on one connection. */
const compareGrowth = async (name: string): Promise<void> => {
  const contenders: Contender[] = [];
  for (const size of sizes) {
    const store = (await stores[name]?.()) ?? {};
    const apiKey = await prepare(store);
    const service = await start(stack, 'service', store, apiKey);
    process.stderr.write(`adding ${size} animals\n`);
    await fillStore(store, size, service);
    contenders.push({ ...service, name: `${size}` });
  }
  const [list, filter] = operationsOn([]) as [Operation, Operation, ...Operation[]];
  const fetchOf = (size: number): Operation => ({
    name: 'fetch',
    requests: Array.from({ length: 100 }, (_, index) => ({
      method: 'GET',
      path: `/v1/pets/${1 + index * Math.floor(size / 100)}`,
    })),
  });
  const loadsOf = ({ name: size }: Contender): readonly Operation[] => [list, filter, fetchOf(Number(size))];
  for (const contender of contenders) await warmUp([contender], loadsOf(contender));
  print(
    '| operation | CPU µs at 1,000 | at 1,000,000 | ratio | ms on one connection at 1,000 | at 1,000,000 | ratio |',
  );
  print('|---|---:|---:|---:|---:|---:|---:|');
  for (const [index, name] of ['list', 'filter', 'fetch'].entries()) {
    const load = (contender: Contender): Operation => loadsOf(contender)[index] as Operation;
    const cpu = await measureInTurn(contenders, (contender) => measureCpu(contender, load(contender), requestsInTurn));
    const time = await measureInTurn(contenders, async (contender) => {
      const { count } = await runLoad(contender, load(contender), { connections: 1, duration: 1 });
      return 1_000 / count;
    });
    const cells = [cpu, time].flatMap((samples, column) => [
      ...samples.map((own) => median(own).toFixed(column === 0 ? 0 : 2)),
      ratioOf(samples[1], samples[0]).toFixed(2),
    ]);
    print(`| ${name} | ${cells.join(' | ')} |`);
  }
};

/** A bound that users notice. */
const longP99 = 50;

/** Finds the rate of a mix of all operations at which p99 passes 50 ms, and the response times at half of it. */
const compareLatency = async (name: string): Promise<void> => {
  const { contenders, operations } = await startAll(stack, name, 0);
  const mix = mixOf(operations);
  await warmUp(contenders, operations);
  print(
    '| server | p50 and p99 at half of the load, ms | requests a second at which p99 passes 50 ms |\n|---|---:|---:|',
  );
  for (const contender of contenders) {
    // autocannon sends on all its connections at once, so many of them would wait for one another.
    const at = (overallRate: number) => runLoad(contender, mix, { connections: 8, duration: 3, overallRate });
    // A load without pauses has the highest rate.
    let rate = (await runLoad(contender, mix, { connections: 8, duration: 3 })).count / 3;
    while ((await at(Math.round(rate))).p99 > longP99) rate *= 0.9;
    const { p50, p99 } = await at(Math.round(rate / 2));
    print(`| ${contender.name} | ${p50}, ${p99} | ${Math.round(rate)} |`);
  }
};

const compare = options.growth ? compareGrowth : options.latency ? compareLatency : compareCpu;

print(`${cpus()[0]?.model}, Node.js ${process.versions.node}`);
for (const name of names) {
  print(`\n## ${name}\n`);
  await compare(name);
}
