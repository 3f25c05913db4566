import {
  type DurableFixture,
  type Failure,
  type NetworkFault,
  type StoreHandle,
  startTcpProxy,
} from '@animal-store/domain-testkit';
import { behindProxy } from '@animal-store/testkit/postgres';
import { onTestFinished } from 'vitest';
import type { PostgresStore, PostgresStoreOptions } from '../../src/index.ts';
import { connect, patient } from './connect.ts';
import { type RepositoryName, startStoreProcess } from './start-store-process.ts';

/** A failure that a proxy makes between a store and PostgreSQL. */
export interface NetworkFailure {
  readonly name: string;
  readonly fault: NetworkFault;
}

/** At least one failure. */
export type NetworkFailures = readonly [NetworkFailure, ...NetworkFailure[]];

// Failing operations take this long as a rule, so it is short. The others may take long on a busy machine.
const failingTimeoutMS = 2_000;

const recoversWithinMS = 5_000;

const outages: NetworkFailures = [
  { name: 'no server listens', fault: { kind: 'refused' } },
  { name: 'nothing comes back', fault: { kind: 'silent' } },
];

/** The laws' ways to a database, of whose stores one repository is used. */
export const durableStore = <Name extends RepositoryName>(
  uri: string,
  name: Name,
  failedCommits: NetworkFailures,
): DurableFixture<PostgresStore[Name]> => {
  type R = PostgresStore[Name];

  const open = async (to: string, options: PostgresStoreOptions = patient): Promise<StoreHandle<R>> => {
    const store = await connect(to, options);
    onTestFinished(store.close);
    return { repository: store[name], close: store.close };
  };

  const failing = ({ name: title, fault }: NetworkFailure): Failure<R> => ({
    name: title,
    recoversWithinMS,
    open: async () => {
      const { proxy, uri: proxied } = await behindProxy(startTcpProxy, { onTestFinished }, uri);
      const handle = await open(proxied, { operationTimeoutMS: failingTimeoutMS });
      return { ...handle, begin: () => proxy.become(fault), end: () => proxy.become({ kind: 'none' }) };
    },
  });
  const all = ([first, ...more]: NetworkFailures) => [failing(first), ...more.map(failing)] as const;

  return {
    open: () => open(uri),
    startProcess: async () => {
      const started = await startStoreProcess(uri, name);
      onTestFinished(started.end);
      return started;
    },
    failedCommits: all(failedCommits),
    outages: all(outages),
  };
};
