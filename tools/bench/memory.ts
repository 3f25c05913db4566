import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { issueKey } from '@animal-store/testkit/service/keys';
import { makeApiKey } from '@animal-store/testkit/service/make-api-key';
import { operationsOn } from './operations.ts';
import { show, table } from './report.ts';
import { runLoad } from './run-load.ts';
import { fill } from './same-responses.ts';
import { fastifyFile, nodeProgram, serviceFile } from './servers.ts';
import { type Placement, startServer } from './start-server.ts';
import { median, ratioOf } from './statistics.ts';
import { type Environment, newSqliteFile } from './stores.ts';

/** How the memory of a server is measured. */
export interface MemoryRecipe {
  readonly rounds: number;
  readonly seconds: number;
  readonly connections: number;
  /** The most megabytes of a half of the young generation, or `default`. */
  readonly semiSpace: readonly string[];
}

const animals = 1_000;

/** The time that a server rests before its memory is read, in milliseconds. */
const rest = 3_000;

interface Sample {
  readonly atRest: number;
  readonly afterLoad: number;
  readonly cpuPerRequest: number;
}

/** The memory of a process that is in RAM (RSS), in MiB. */
const memoryOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

const inMemory = async (): Promise<Environment> => ({ STORE: 'memory', API_KEY: makeApiKey() });

/** The first one is what the others are compared with. It always keeps its animals in memory. */
const servers = [
  { name: 'Fastify', file: fastifyFile, store: inMemory },
  { name: 'service in memory', file: serviceFile, store: inMemory },
  { name: 'service on SQLite', file: serviceFile, store: newSqliteFile },
];

/** Starts a server, fills it, lets it rest, sends lists, and lets it rest again. */
const measure = async (
  { name, file, store }: (typeof servers)[number],
  flags: readonly string[],
  { seconds, connections }: MemoryRecipe,
  placement: Placement,
): Promise<Sample> => {
  await using stack = new AsyncDisposableStack();
  placement.stack.use(stack);
  const env = await store(stack);
  const apiKey = env['API_KEY'] ?? (await issueKey(env)).key;
  const server = await startServer(nodeProgram(name, file, ...flags), env, apiKey, { ...placement, stack });
  await fill(server, animals);
  await wait(rest);
  const atRest = memoryOf(server.pid);
  const [list] = operationsOn([]);
  if (list === undefined) throw new Error('There is no list');
  const { cpuPerRequest } = await runLoad(server, list, connections, seconds);
  await wait(rest);
  return { atRest, afterLoad: memoryOf(server.pid), cpuPerRequest };
};

const head = ['server', 'semi-space', 'MiB at rest', 'ratio', 'MiB after load', 'ratio', 'CPU µs/request', 'by CPU'];

/** Measures the memory of the service and of Fastify with the same flags, round after round. Returns a table. */
export const compareMemory = async (recipe: MemoryRecipe, placement: Placement): Promise<string> => {
  const all = recipe.semiSpace.flatMap((semiSpace) =>
    servers.map((server) => ({ semiSpace, server, samples: [] as Sample[] })),
  );
  for (let round = 1; round <= recipe.rounds; round++) {
    for (const { semiSpace, server, samples } of all) {
      placement.progress(`round ${round} of ${recipe.rounds}: ${server.name}, ${semiSpace}`);
      const flags = semiSpace === 'default' ? [] : [`--max-semi-space-size=${semiSpace}`];
      samples.push(await measure(server, flags, recipe, placement));
    }
  }
  const rows = all.map(({ semiSpace, server: { name }, samples }) => {
    const peer = all.find((other) => other.semiSpace === semiSpace);
    const valuesOf = (field: keyof Sample, of = samples): readonly number[] => of.map((sample) => sample[field]);
    const ratio = (field: keyof Sample): number => ratioOf(valuesOf(field), valuesOf(field, peer?.samples));
    return [
      name,
      semiSpace,
      ...[show(median(valuesOf('atRest'))), show(ratio('atRest'), 2)],
      ...[show(median(valuesOf('afterLoad'))), show(ratio('afterLoad'), 2)],
      ...[show(median(valuesOf('cpuPerRequest')), 1), show(1 / ratio('cpuPerRequest'), 2)],
    ];
  });
  return table(2, head, rows);
};
