import { issueKey } from '@animal-store/testkit/service/keys';
import { makeApiKey } from '@animal-store/testkit/service/make-api-key';
import { type OperationName, operationNames, operationsOn } from './operations.ts';
import { fill, send } from './same-responses.ts';
import { fastifyFile, goProgram, nodeProgram, type ServerKind, serviceFile } from './servers.ts';
import { type Contender, type Placement, startServer } from './start-server.ts';
import { type Environment, newDatabase, newPostgres, newSqliteFile } from './stores.ts';

/** A comparison. */
interface Scene {
  readonly title: string;
  readonly operations: readonly OperationName[];
  /** Starts and fills the servers, the service before its peers. Returns them with the ids of their animals, which are the same. */
  readonly prepare: (
    placement: Placement,
  ) => Promise<{ readonly contenders: readonly Contender[]; readonly ids: readonly number[] }>;
}

/** Enough animals for a filtered list of 100 and a page after it. Every fourth one is available. */
const animals = 420;

const service = nodeProgram('service', serviceFile);

/** The service's error bodies, which its peers send too. */
const errorsOf = async (contender: Contender): Promise<string> => {
  const bodies: Record<string, string> = {};
  for (const { name, requests } of operationsOn([])) {
    const [request] = requests;
    if ((name === '401' || name === '404') && request) bodies[name] = (await send(contender, request)).body;
  }
  return JSON.stringify(bodies);
};

/** Starts the service in an environment, and its peers with the same key and the same bodies of errors. */
const startAll = async (
  env: Environment,
  apiKey: string,
  peers: readonly ServerKind[],
  placement: Placement,
): Promise<readonly [Contender, ...Contender[]]> => {
  const first = await startServer(service, env, apiKey, placement);
  const ofPeers = { ...env, API_KEY: apiKey, ERRORS: await errorsOf(first) };
  const others: Contender[] = [];
  for (const peer of peers) others.push(await startServer(peer, ofPeers, apiKey, placement));
  return [first, ...others];
};

const memory: Scene = {
  title: 'In memory',
  operations: operationNames,
  prepare: async (placement) => {
    const peers = [
      nodeProgram('node:http', 'tools/bench/peers/node-http.ts'),
      nodeProgram('Fastify', fastifyFile),
      ...(await goProgram(placement.stack, placement.progress)),
    ];
    const apiKey = makeApiKey();
    const contenders = await startAll({ STORE: 'memory', API_KEY: apiKey }, apiKey, peers, placement);
    const [ids = []] = await Promise.all(contenders.map((each) => fill(each, animals)));
    return { contenders, ids };
  },
};

/** The service and a loop on the driver, which share a database. */
const onDatabase = (
  title: string,
  loop: string,
  create: (stack: AsyncDisposableStack) => Promise<Environment>,
): Scene => ({
  title,
  operations: operationNames,
  prepare: async (placement) => {
    const env = await create(placement.stack);
    const contenders = await startAll(env, (await issueKey(env)).key, [nodeProgram('driver loop', loop)], placement);
    return { contenders, ids: await fill(contenders[0], animals) };
  },
});

/** An operation must cost the same with any number of animals. */
const growth: Scene = {
  title: 'Growth in memory',
  operations: ['list', 'filter', 'fetch', 'create'],
  prepare: async (placement) => {
    const contenders: Contender[] = [];
    const apiKey = makeApiKey();
    for (const count of [1_000, 100_000, 1_000_000]) {
      const kind = nodeProgram(`${count.toLocaleString('en')} animals`, 'tools/bench/peers/filled-service.ts');
      contenders.push(await startServer(kind, { API_KEY: apiKey, COUNT: String(count) }, apiKey, placement));
    }
    return { contenders, ids: Array.from({ length: animals }, (_id, index) => index + 1) };
  },
};

/** All comparisons by name. */
export const scenes = {
  memory,
  sqlite: onDatabase('On SQLite', 'tools/bench/peers/sqlite-loop.ts', newSqliteFile),
  mongodb: onDatabase('On MongoDB', 'tools/bench/peers/mongodb-loop.ts', newDatabase),
  postgres: onDatabase('On PostgreSQL', 'tools/bench/peers/postgres-loop.ts', newPostgres),
  growth,
} as const;

export type SceneName = keyof typeof scenes;
