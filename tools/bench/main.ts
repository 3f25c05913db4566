// Measures the service beside its peers, by CPU time a request:  npm run bench -- --only memory,sqlite --rounds 9
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempDisposableSync, readdirSync, readFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { withDatabase } from '@animal-store/testkit/connection-string';
import { findMongodb, removeContainersOf } from '@animal-store/testkit/mongodb/containers';
import { findPostgres } from '@animal-store/testkit/postgres/cluster';
import { issueKey, makeApiKey } from '@animal-store/testkit/service/keys';
import autocannon from 'autocannon';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: 'memory,sqlite,mongodb,postgres' },
    rounds: { type: 'string', default: '7' },
  },
});
const rounds = Number(options.rounds);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

await using stack = new AsyncDisposableStack();

// The servers have one core, and the load generator, which is this process, has the other.
execFileSync('taskset', ['-apc', '1', String(process.pid)], { stdio: 'ignore' });

/** Makes an empty store. Its variables are missing if this machine has no server, and no variable of the tests names one. */
const stores: Readonly<Record<string, () => Promise<Record<string, string> | undefined | ''>>> = {
  memory: async () => ({ STORE: 'memory' }),
  sqlite: async () => {
    const { path } = stack.use(mkdtempDisposableSync(join(tmpdir(), 'animal-store-bench-')));
    return { SQLITE_FILE: join(path, 'animals.db') };
  },
  mongodb: async () => {
    const { uri, run } = await findMongodb();
    if (run !== undefined) stack.defer(async () => void (await removeContainersOf(run)));
    return uri && { MONGODB_URI: withDatabase(uri, `bench-${Date.now()}`) };
  },
  postgres: async () => {
    const { uri, remove } = await findPostgres();
    if (remove !== undefined) stack.defer(async () => void (await remove()));
    return uri && { POSTGRES_URI: uri };
  },
};

const programs = {
  service: ['--conditions=@animal-store/source', 'apps/service/src/main.ts', 'serve'],
  Koa: ['tools/bench/peers/koa.ts'],
  Fastify: ['tools/bench/peers/fastify.ts'],
} as const;

/** Starts a server, which prints its address. The rest of its output is read and dropped. */
const start = async (name: keyof typeof programs, env: Record<string, string>, apiKey: string) => {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn('taskset', ['-c', '0', process.execPath, ...programs[name]], {
    cwd: `${import.meta.dirname}/../..`,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', PORT: '0', ADMIN_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  }).once('close', () => reject(new Error(`${name} has ended`)));
  stack.defer(() => void child.kill('SIGKILL'));
  createInterface({ input: child.stdout }).on('line', (line) => {
    const url = /"url":"(http:[^"]+)".*"msg":"listening"/.exec(line)?.[1];
    if (url !== undefined) resolve(url);
  });
  return { name, url: await promise, pid: child.pid ?? 0, apiKey };
};

type Contender = Awaited<ReturnType<typeof start>>;

/** A load: its requests follow one another on every connection, and each must get a 2xx. */
interface Operation {
  readonly name: string;
  readonly requests: readonly { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: string }[];
}

const headersOf = (apiKey: string, body?: string): Record<string, string> => ({
  Authorization: `Bearer ${apiKey}`,
  ...(body !== undefined && { 'Content-Type': 'application/json' }),
});

/** The CPU time of all threads of a process in microseconds, finer than the ticks of 10 ms of /proc/…/stat. */
const cpuTime = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map((task) => Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]) / 1e3)
    .reduce((sum, time) => sum + time, 0);

/** Sends a load for a number of seconds. Returns the CPU time of the server for a request, in microseconds. */
const runLoad = async ({ name, url, pid, apiKey }: Contender, operation: Operation, seconds: number) => {
  const requests = operation.requests.map((request) => ({ ...request, headers: headersOf(apiKey, request.body) }));
  const begin = cpuTime(pid);
  const { errors, non2xx, '2xx': count } = await autocannon({ url, connections: 64, duration: seconds, requests });
  if (errors + non2xx > 0) throw new Error(`${name}, ${operation.name}: ${errors} errors, ${non2xx} other statuses`);
  return (cpuTime(pid) - begin) / count;
};

const statuses = ['available', 'pending', 'sold', undefined];

/** Every fourth animal is available. One category of 50 is above 2^53, so only a server that keeps integers exact sends the same. */
const addition = (index: number) => {
  const status = statuses[index % 4];
  const fields = `"name":"Animal ${index}","categoryId":${index % 50 === 0 ? 2n ** 63n - 1n : index % 50}`;
  return { method: 'POST', path: '/v1/pets', body: `{${fields}${status ? `,"status":"${status}"` : ''}}` } as const;
};

const send = async ({ url, apiKey }: Contender, { method, path, body }: Operation['requests'][number]) => {
  const init = { method, headers: headersOf(apiKey, body), ...(body !== undefined && { body }) };
  const response = await fetch(url + path, init);
  return { status: response.status, headers: [...response.headers.keys()].join(), text: await response.text() };
};

/** Adds animals one after another, and returns the ids of the first 100. */
const fill = async (contender: Contender): Promise<readonly number[]> => {
  const ids: number[] = [];
  for (let index = 0; index < 420; index++) ids.push(JSON.parse((await send(contender, addition(index))).text).id);
  return ids.slice(0, 100);
};

const operationsOn = (ids: readonly number[]): readonly Operation[] => [
  { name: 'list', requests: [{ method: 'GET', path: '/v1/pets' }] },
  { name: 'filter', requests: [{ method: 'GET', path: '/v1/pets?status=available&limit=100' }] },
  { name: 'fetch', requests: ids.map((id) => ({ method: 'GET', path: `/v1/pets/${id}` })) },
  { name: 'create', requests: ids.map((_, index) => addition(index)) },
];

/** Fails unless all servers respond with the same status, headers and body, but for the ids of new animals. */
const expectSameResponses = async (contenders: readonly Contender[], { name, requests }: Operation): Promise<void> => {
  for (const request of requests) {
    const responses = await Promise.all(contenders.map((contender) => send(contender, request)));
    const seen = new Set(
      responses.map((response) => JSON.stringify(response).replace(/\\"id\\":\d+/, name === 'create' ? '' : '$&')),
    );
    if (seen.size !== 1) throw new Error(`${name}: the responses differ:\n${[...seen].join('\n')}`);
  }
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Measures all servers in turn, round after round, so that noise affects them equally. */
const measure = async (contenders: readonly Contender[], operation: Operation): Promise<void> => {
  await expectSameResponses(contenders, operation);
  const samples = contenders.map((contender) => ({ contender, own: [] as number[] }));
  // The code of a server is compiled after 2 s.
  for (const contender of contenders) await runLoad(contender, operation, 2);
  for (let round = 0; round < rounds; round++)
    for (const { contender, own } of samples) own.push(await runLoad(contender, operation, 1));
  for (const { contender, own } of samples) {
    const ratio = median(own.map((cpu, round) => cpu / (samples[0]?.own[round] ?? Number.NaN)));
    print(`| ${operation.name} | ${contender.name} | ${median(own).toFixed(0)} | ${ratio.toFixed(2)} |`);
  }
};

print(`${cpus()[0]?.model}, Node.js ${process.versions.node}, ${rounds} rounds of 1 s`);
for (const name of options.only.split(',')) {
  const env = await stores[name]?.();
  if (!env) throw new Error(`There is no ${name}. Stores are ${Object.keys(stores).join(', ')}.`);
  const apiKey = name === 'memory' ? makeApiKey() : (await issueKey(env)).key;
  // The service creates the collections and tables that its peers use.
  const service = await start('service', name === 'memory' ? { ...env, API_KEY: apiKey } : env, apiKey);
  const peers = [];
  for (const peer of ['Koa', 'Fastify'] as const) peers.push(await start(peer, { ...env, API_KEY: apiKey }, apiKey));
  const ids = await fill(service);
  if (name === 'memory') for (const peer of peers) await fill(peer);
  print(`\n## ${name}\n\n| operation | server | CPU µs/request | CPU to the service |\n|---|---|---:|---:|`);
  for (const operation of operationsOn(ids)) await measure([service, ...peers], operation);
}
