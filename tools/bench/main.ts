// Measures the service beside its peers, by CPU time a request:  npm run bench -- --only memory --operations list,fetch --rounds 9 --seconds 0.5
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { issueKey, makeApiKey } from '@animal-store/testkit/service/keys';
import { type Contender, headersOf, type Operation, runLoad, type Sample } from './run-load.ts';
import { type Environment, newDatabase, newPostgres, newSqliteFile } from './stores.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: 'memory,sqlite,mongodb,postgres' },
    operations: { type: 'string', default: 'list,filter,fetch,create' },
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '0.5' },
  },
});
const rounds = Number(options.rounds);
const effort = { seconds: Number(options.seconds), connections: 64 };

await using stack = new AsyncDisposableStack();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stack.disposeAsync().finally(() => process.exit(1)));

// The servers have one core, and the load generator, which is this process, has the other.
execFileSync('taskset', ['-apc', '1', String(process.pid)], { stdio: 'ignore' });

const programs = {
  service: ['--conditions=@animal-store/source', 'apps/service/src/main.ts', 'serve'],
  Koa: ['tools/bench/peers/koa.ts'],
  Fastify: ['tools/bench/peers/fastify.ts'],
} as const;

/** Starts a server, which prints its address. The rest of its output is read and dropped. */
const start = async (name: keyof typeof programs, env: Environment, apiKey: string): Promise<Contender> => {
  const child = spawn('taskset', ['-c', '0', process.execPath, ...programs[name]], {
    cwd: `${import.meta.dirname}/../..`,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', PORT: '0', ADMIN_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  stack.defer(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let printed = '';
  child.stdout.setEncoding('utf8');
  for (;;) {
    const [text] = await Promise.race([once(child.stdout, 'data'), ended.then(() => [undefined])]);
    if (text === undefined) throw new Error(`${name} has ended: ${printed}`);
    printed += text;
    const url = /"url":"(http:[^"]+)".*"msg":"listening"/.exec(printed)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    return { name, url, pid: child.pid ?? 0, apiKey };
  }
};

const statuses = ['available', 'pending', 'sold', undefined];

/** One category of 50 is above 2^53, so only a server that keeps integers exact sends the same bytes. */
const animalText = (index: number): string => {
  const status = statuses[index % 4];
  const categoryId = index % 50 === 0 ? 2n ** 63n - 1n : index % 50;
  return `{"name":"Animal ${index}","categoryId":${categoryId}${status === undefined ? '' : `,"status":"${status}"`}}`;
};

const send = async ({ url, apiKey }: Contender, { method, path, body }: Operation['requests'][number]) => {
  const init = { method, headers: headersOf(apiKey, body), ...(body !== undefined && { body }) };
  const response = await fetch(url + path, init);
  return { status: response.status, headers: [...response.headers.keys()].join(), text: await response.text() };
};

const addition = (index: number) => ({ method: 'POST', path: '/v1/pets', body: animalText(index) }) as const;

/** Adds animals one after another, and returns the ids of the first 100. Every fourth one is available. */
const fill = async (contender: Contender): Promise<readonly number[]> => {
  const ids: number[] = [];
  for (let index = 0; index < 420; index++) ids.push(JSON.parse((await send(contender, addition(index))).text).id);
  return ids.slice(0, 100);
};

const operationsOn = (ids: readonly number[]): readonly Operation[] => [
  { name: 'list', status: 200, requests: [{ method: 'GET', path: '/v1/pets' }] },
  { name: 'filter', status: 200, requests: [{ method: 'GET', path: '/v1/pets?status=available&limit=100' }] },
  { name: 'fetch', status: 200, requests: ids.map((id) => ({ method: 'GET', path: `/v1/pets/${id}` })) },
  { name: 'create', status: 201, requests: ids.map((_, index) => addition(index)) },
];

/** Fails unless all servers respond with the status, the same headers and the same body, but for the ids of new animals. */
const expectSameResponses = async (contenders: readonly Contender[], operation: Operation): Promise<void> => {
  for (const request of operation.requests) {
    const seen = new Set<string>();
    for (const contender of contenders) {
      const { status, headers, text } = await send(contender, request);
      if (status !== operation.status) throw new Error(`${contender.name}: ${request.path}: ${status} ${text}`);
      seen.add(`${headers}\n${operation.name === 'create' ? text.replace(/"id":\d+/, '') : text}`);
    }
    if (seen.size !== 1) throw new Error(`${operation.name}: the responses differ:\n${[...seen].join('\n')}`);
  }
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Measures all servers in turn, round after round, so that noise affects them equally. */
const measure = async (contenders: readonly Contender[], operation: Operation): Promise<readonly string[]> => {
  await expectSameResponses(contenders, operation);
  const samples = new Map<Contender, Sample[]>(contenders.map((contender) => [contender, []]));
  // The code of a server is compiled by the 10,000th response.
  for (const contender of contenders) {
    let responses = 0;
    for (let load = 0; load < 15 && responses < 10_000; load++)
      responses += (await runLoad(contender, operation, effort)).responses;
  }
  for (let round = 1; round <= rounds; round++) {
    for (const [contender, own] of samples) own.push(await runLoad(contender, operation, effort));
  }
  const [service = []] = samples.values();
  return [...samples].map(([{ name }, own]) => {
    const ratio = median(own.map(({ cpu }, round) => cpu / (service[round]?.cpu ?? Number.NaN)));
    const numbers = [median(own.map(({ cpu }) => cpu)), median(own.map(({ perSecond }) => perSecond))];
    return `| ${operation.name} | ${name} | ${numbers.map((each) => each.toFixed(0)).join(' | ')} | ${name === 'service' ? '' : ratio.toFixed(2)} |`;
  });
};

const stores: Readonly<Record<string, (stack: AsyncDisposableStack) => Promise<Environment>>> = {
  memory: async () => ({ STORE: 'memory' }),
  sqlite: newSqliteFile,
  mongodb: newDatabase,
  postgres: newPostgres,
};

process.stdout.write(
  `${cpus()[0]?.model}, Node.js ${process.versions.node}, ${rounds} rounds of ${effort.seconds} s\n`,
);
for (const name of options.only.split(',')) {
  const env = await stores[name]?.(stack);
  if (env === undefined) throw new Error(`${name} is none of ${Object.keys(stores).join(', ')}`);
  const apiKey = name === 'memory' ? makeApiKey() : (await issueKey(env)).key;
  // The service creates the collections and tables that its peers use.
  const service = await start('service', name === 'memory' ? { ...env, API_KEY: apiKey } : env, apiKey);
  const contenders = [service];
  const peers = name === 'memory' ? (['Koa', 'Fastify'] as const) : (['Fastify'] as const);
  for (const peer of peers) contenders.push(await start(peer, { ...env, API_KEY: apiKey }, apiKey));
  const ids = await fill(service);
  if (name === 'memory') for (const peer of contenders.slice(1)) await fill(peer);
  process.stdout.write(`\n## ${name}\n\n| operation | server | CPU µs/request | requests/s | CPU to the service |\n`);
  process.stdout.write('|---|---|---:|---:|---:|\n');
  for (const operation of operationsOn(ids))
    if (options.operations.split(',').includes(operation.name))
      for (const row of await measure(contenders, operation)) process.stdout.write(`${row}\n`);
}
