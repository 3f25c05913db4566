import { makeApiKey } from '@animal-store/testkit/service/make-api-key';
import { type DurableStoreName, issueKey, newStore } from '../outside/start-service.ts';
import type { Cleanup } from './cleanup.ts';
import { type OperationName, operationNames, operationsOn } from './operations.ts';
import { fill, send } from './same-responses.ts';
import {
  type Contender,
  fastifyPeer,
  koaPeer,
  mongodbLoop,
  nodeHttp,
  postgresLoop,
  type ServerKind,
  service,
  sqliteLoop,
  startContender,
  type Tier,
} from './servers.ts';

/** Servers with the same animals, the service before its peers, and the ids of these animals. */
export interface Prepared {
  readonly contenders: readonly Contender[];
  readonly ids: readonly number[];
}

/** A comparison. */
export interface Scene {
  readonly title: string;
  readonly operations: readonly OperationName[];
  /** Starts and fills the servers. The cleanup stops them. */
  readonly prepare: (tiers: readonly Tier[], before: readonly string[], cleanup: Cleanup) => Promise<Prepared>;
}

/** The key that all servers in memory accept. */
const apiKey = makeApiKey();

/** Enough animals for a filtered list of 100 and a page after it. Every fourth one is available. */
const animals = 420;

/** The service's error bodies, which its peers send too. */
const errorsOf = async (contender: Contender): Promise<string> => {
  const bodies: Record<string, string> = {};
  for (const { name, requests } of operationsOn([])) {
    const [request] = requests;
    if ((name === '401' || name === '404') && request) bodies[name] = (await send(contender, request)).body;
  }
  return JSON.stringify(bodies);
};

const startAll = async (
  kinds: readonly ServerKind[],
  tiers: readonly Tier[],
  before: readonly string[],
  env: { readonly service: Record<string, string>; readonly peers: Record<string, string> },
  key: string,
  cleanup: Cleanup,
): Promise<readonly Contender[]> => {
  const contenders: Contender[] = [];
  let errors = '';
  for (const kind of kinds) {
    for (const tier of tiers) {
      const isService = kind === service && tier === 'observed';
      const given = isService ? env.service : { ...env.peers, API_KEY: key, ERRORS: errors };
      const contender = await startContender(kind, tier, { before, env: given, apiKey: key }, cleanup);
      contenders.push(contender);
      errors ||= await errorsOf(contender);
    }
  }
  return contenders;
};

const memory: Scene = {
  title: 'In memory',
  operations: operationNames,
  prepare: async (tiers, before, cleanup) => {
    const kinds = [service, nodeHttp, fastifyPeer, koaPeer];
    const env = { service: { API_KEY: apiKey, STORE: 'memory' }, peers: {} };
    const contenders = await startAll(kinds, tiers, before, env, apiKey, cleanup);
    const [ids = []] = await Promise.all(contenders.map((each) => fill(each, animals)));
    return { contenders, ids };
  },
};

/** The service and a loop over the driver, on the same animals. */
const onStore = (title: string, store: DurableStoreName, loop: ServerKind): Scene => ({
  title,
  operations: operationNames,
  prepare: async (tiers, before, cleanup) => {
    const env = await newStore(store, cleanup);
    const key = await issueKey(env);
    const contenders = await startAll([service, loop], tiers, before, { service: env, peers: env }, key, cleanup);
    const [first] = contenders;
    return { contenders, ids: first === undefined ? [] : await fill(first, animals) };
  },
});

/** An operation must cost the same with any number of animals. */
const growth: Scene = {
  title: 'Growth in memory',
  operations: ['list', 'filter', 'fetch', 'create'],
  prepare: async (_, before, cleanup) => {
    const contenders: Contender[] = [];
    for (const count of [1_000, 100_000, 1_000_000]) {
      const kind: ServerKind = { ...service, name: `${count.toLocaleString('en')} animals` };
      const placement = { before, apiKey, env: { API_KEY: apiKey, COUNT: String(count) }, flags: [] };
      contenders.push(await startContender(kind, 'bare', placement, cleanup));
    }
    return { contenders, ids: Array.from({ length: animals }, (_id, index) => index + 1) };
  },
};

/** All comparisons by name. */
export const scenes = {
  memory,
  sqlite: onStore('On SQLite', 'sqlite', sqliteLoop),
  mongodb: onStore('On MongoDB', 'mongodb', mongodbLoop),
  postgres: onStore('On PostgreSQL', 'postgres', postgresLoop),
  growth,
} as const;

export type SceneName = keyof typeof scenes;

export const sceneNames: readonly SceneName[] = ['memory', 'sqlite', 'mongodb', 'postgres', 'growth'];
