import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { apiKey } from './api-key.ts';
import type { Cleanup } from './cleanup.ts';
import type { Contender } from './comparison.ts';
import { chooseCores } from './cores.ts';
import { fill } from './fill.ts';
import { type OperationName, operationNames } from './operations.ts';
import { fastifyApp, listOfMany, mongodbLoop, nodeHttp, service } from './servers.ts';
import { startMongodb } from './start-mongodb.ts';
import { projectFile, type ServerProgram, startServer } from './start-server.ts';

/** Servers that hold the same animals, and the ids of these. The judged one is the first. */
export interface Prepared {
  readonly contenders: readonly Contender[];
  readonly ids: readonly number[];
}

/** A comparison that can be made. */
export interface Plan {
  readonly title: string;
  readonly operations: readonly OperationName[];
  readonly targets?: Readonly<Partial<Record<OperationName, number>>>;
  /** Starts and fills the servers; the cleanup stops them. */
  readonly prepare: (cleanup: Cleanup) => Promise<Prepared>;
}

const start = async (program: ServerProgram, key: string, cleanup: Cleanup): Promise<Contender> => ({
  ...(await startServer(program, chooseCores().server, cleanup)),
  apiKey: key,
});

/** The service in memory, beside the least that answers the same, and beside Fastify. */
export const inMemory: Plan = {
  title: 'in memory',
  operations: operationNames,
  prepare: async (cleanup) => {
    const contenders: Contender[] = [];
    let ids: readonly number[] = [];
    for (const program of [service({ API_KEY: apiKey }), nodeHttp(apiKey), fastifyApp(apiKey)]) {
      const contender = await start(program, apiKey, cleanup);
      contenders.push(contender);
      ids = await fill(contender);
    }
    return { contenders, ids };
  },
};

/** A list out of a million animals, beside one out of a thousand. */
export const listsInMemory: Plan = {
  title: 'lists in memory',
  operations: ['list', 'filter'],
  prepare: async (cleanup) => ({
    contenders: [await start(listOfMany(1_000_000), apiKey, cleanup), await start(listOfMany(1_000), apiKey, cleanup)],
    ids: [],
  }),
};

const issueKey = async (uri: string): Promise<string> => {
  const command = [projectFile('apps/service/dist/main.js'), 'keys', 'issue', '--label', 'bench', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, command, { env: { MONGODB_URI: uri } });
  return (JSON.parse(stdout) as { readonly key: string }).key;
};

/** The service on MongoDB, beside the least that reads and writes the same documents. Both share one database. */
export const onMongodb: Plan = {
  title: 'on MongoDB',
  operations: operationNames,
  targets: { list: 0.75, filter: 0.75, fetch: 0.75, create: 0.85 },
  prepare: async (cleanup) => {
    const uri = await startMongodb(cleanup);
    const key = await issueKey(uri);
    const judged = await start(service({ MONGODB_URI: uri }), key, cleanup);
    const ids = await fill(judged);
    return { contenders: [judged, await start(mongodbLoop(key, uri), key, cleanup)], ids };
  },
};
