import {
  type DurableFixture,
  type Failure,
  type NetworkFault,
  type StoreHandle,
  startTcpProxy,
} from '@animal-store/domain-testkit';
import { behindProxy, type TestDatabase, withOption } from '@animal-store/testkit/mongodb';
import { onTestFinished } from 'vitest';
import type { MongoStore, MongoStoreOptions } from '../../src/index.ts';
import { connect, patient } from './connect.ts';
import { type RepositoryName, startStoreProcess } from './start-store-process.ts';

/** A failure that a proxy makes between a store and MongoDB. */
export interface NetworkFailure {
  readonly name: string;
  readonly fault: NetworkFault;
  /** Options of the connection string. */
  readonly options?: readonly string[];
}

/** At least one failure. */
export type NetworkFailures = readonly [NetworkFailure, ...NetworkFailure[]];

// Failing operations take this long as a rule, so it is short. The others may take long on a busy machine.
const failingTimeoutMS = 2_000;

// Two thirds of that, as by default: the driver gives up a write before the store responds that it failed.
const failingSelection = 'serverSelectionTimeoutMS=1333';

// The driver looks for a lost server every two seconds.
const recoversWithinMS = 10_000;

const outages: NetworkFailures = [
  { name: 'no server listens', fault: { kind: 'refused' } },
  { name: 'nothing comes back', fault: { kind: 'silent' } },
];

/** A database without animals and API keys, for the laws of durable repositories, of which one is used. */
export const freshDurableStore = async <Name extends RepositoryName>(
  { uri, collection }: Pick<TestDatabase, 'uri' | 'collection'>,
  name: Name,
  failedCommits: NetworkFailures,
): Promise<DurableFixture<MongoStore[Name]>> => {
  type R = MongoStore[Name];
  await Promise.all(['pets', 'creations', 'apiKeys'].map((each) => collection(each).deleteMany({})));

  const patientUri = withOption(uri, 'waitQueueTimeoutMS=60000');

  const open = async (to: string, options: MongoStoreOptions = patient): Promise<StoreHandle<R>> => {
    const store = await connect(to, options);
    onTestFinished(store.close);
    return { repository: store[name], close: store.close };
  };

  const failing = ({ name: title, fault, options = [] }: NetworkFailure): Failure<R> => ({
    name: title,
    recoversWithinMS,
    open: async () => {
      const { proxy, uri: proxied } = await behindProxy(startTcpProxy, { onTestFinished }, uri);
      const handle = await open([failingSelection, ...options].reduce(withOption, proxied), {
        operationTimeoutMS: failingTimeoutMS,
      });
      return { ...handle, begin: () => proxy.become(fault), end: () => proxy.become({ kind: 'none' }) };
    },
  });
  const all = ([first, ...more]: NetworkFailures) => [failing(first), ...more.map(failing)] as const;

  return {
    open: () => open(patientUri),
    startProcess: async () => {
      const started = await startStoreProcess(patientUri, name);
      onTestFinished(started.end);
      return started;
    },
    failedCommits: all(failedCommits),
    outages: all(outages),
  };
};
