import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { fillStore } from './fill-store.ts';
import { expectSameResponses, fill, median, type Operation, operationsOn, runLoad } from './loads.ts';
import { type Contender, openStores, peers, prepare, start } from './servers.ts';

const usage = `Usage: npm run bench -- [options]

Measures the service beside a plain Koa and a plain Fastify application. Without a mode it prints the CPU time of a request.

  --growth         compare stores with 1,000 and with 1,000,000 animals
  --latency        print response times, and the rate at which they become long
  --only <stores>  some of memory, sqlite, mongodb, postgres; by default all
  --rounds <n>     how often each server is measured, by default 7
`;

const { values: options } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    only: { type: 'string', default: 'memory,sqlite,mongodb,postgres' },
    rounds: { type: 'string', default: '7' },
    growth: { type: 'boolean', default: false },
    latency: { type: 'boolean', default: false },
  },
});
const rounds = Number(options.rounds);
if (options.help || !(rounds >= 1)) {
  (options.help ? process.stdout : process.stderr).write(usage);
  process.exit(options.help ? 0 : 2);
}
const print = (line: string): void => void process.stdout.write(`${line}\n`);

await using stack = new AsyncDisposableStack();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stack.disposeAsync().finally(() => process.exit(1)));
const stores = openStores(stack);

// The servers have one core, and the load generator, which is this process, has the other.
execFileSync('taskset', ['-apc', '1', String(process.pid)], { stdio: 'ignore' });

/** Measures all servers in turn, round after round, so that noise affects them equally. */
const measureInTurn = async <A>(
  contenders: readonly Contender[],
  measure: (contender: Contender) => Promise<A>,
): Promise<readonly (readonly A[])[]> => {
  const samples: A[][] = contenders.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [index, contender] of contenders.entries()) samples[index]?.push(await measure(contender));
  return samples;
};

const saturated = { connections: 64, duration: 3 };

/** The code of a server is compiled after 2 s. */
const warmUp = async (contenders: readonly Contender[], operation: Operation): Promise<void> => {
  for (const contender of contenders) await runLoad(contender, operation, { connections: 64, duration: 2 });
};

/** Starts the service and its peers on one store, with 420 animals. */
const startAll = async (name: string) => {
  const store = await stores[name]?.();
  if (store === undefined) throw new Error(`Stores are ${Object.keys(stores).join(', ')}.`);
  // The service creates the collections and tables that its peers use.
  const apiKey = await prepare(store);
  const contenders = [await start(stack, 'service', store, apiKey)];
  for (const peer of peers) contenders.push(await start(stack, peer, store, apiKey));
  const [service, ...others] = contenders as [Contender, ...Contender[]];
  const ids = await fill(service);
  if (name === 'memory') for (const peer of others) await fill(peer);
  const operations = operationsOn(ids);
  for (const operation of operations) await expectSameResponses(contenders, operation);
  return { contenders, operations };
};

const compareCpu = async (name: string): Promise<void> => {
  const { contenders, operations } = await startAll(name);
  print('| operation | server | CPU µs/request | CPU to the service |\n|---|---|---:|---:|');
  for (const operation of operations) {
    await warmUp(contenders, operation);
    const samples = await measureInTurn(contenders, (contender) => runLoad(contender, operation, saturated));
    for (const [index, { name: server }] of contenders.entries()) {
      const own = samples[index]?.map(({ cpu }) => cpu) ?? [];
      const ratio = median(own.map((cpu, round) => cpu / (samples[0]?.[round]?.cpu ?? Number.NaN)));
      print(`| ${operation.name} | ${server} | ${median(own).toFixed(0)} | ${ratio.toFixed(2)} |`);
    }
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
    await fillStore(store, size, service);
    contenders.push({ ...service, name: `${size}` });
  }
  const fetches = (size: number): Operation['requests'] =>
    Array.from({ length: 100 }, (_, index) => ({
      method: 'GET',
      path: `/v1/pets/${1 + index * Math.floor(size / 100)}`,
    }));
  const [list, filter] = operationsOn([]);
  print(
    '| operation | CPU µs at 1,000 | at 1,000,000 | ratio | ms on one connection at 1,000 | at 1,000,000 | ratio |',
  );
  print('|---|---:|---:|---:|---:|---:|---:|');
  for (const operation of [list, filter, { name: 'fetch', requests: [] }]) {
    const load = ({ name: size }: Contender): Operation =>
      operation?.requests.length ? operation : { name: 'fetch', requests: fetches(Number(size)) };
    for (const contender of contenders) await warmUp([contender], load(contender));
    const busy = await measureInTurn(contenders, (contender) => runLoad(contender, load(contender), saturated));
    const quiet = await measureInTurn(contenders, async (contender) => {
      const { count } = await runLoad(contender, load(contender), { connections: 1, duration: 1 });
      return 1_000 / count;
    });
    const cpu = busy.map((samples) => median(samples.map((sample) => sample.cpu)));
    const time = quiet.map(median);
    const cells = [cpu, time].flatMap(([small = 0, large = 0], index) => [
      ...[small, large].map((value) => value.toFixed(index === 0 ? 0 : 2)),
      (large / small).toFixed(2),
    ]);
    print(`| ${operation?.name} | ${cells.join(' | ')} |`);
  }
};

/** A bound that users notice. */
const longP99 = 50;

/** Finds the rate of a mix of all operations at which p99 passes 50 ms, and the response times at half of it. */
const compareLatency = async (name: string): Promise<void> => {
  const { contenders, operations } = await startAll(name);
  const requests = Array.from({ length: 20 }, (_, index) =>
    operations.flatMap(({ requests: own }) => own[index % own.length] ?? []),
  ).flat();
  const mix = { name: 'mix', requests };
  await warmUp(contenders, mix);
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

print(`${cpus()[0]?.model}, Node.js ${process.versions.node}, ${rounds} rounds of 3 s`);
for (const name of options.only.split(',')) {
  print(`\n## ${name}\n`);
  await compare(name);
}
