import { onTestFinished } from 'vitest';
import { behindProxy, type FaultyProxy, type NetworkFault } from './behind-proxy.ts';
import { type ServingProcess, startServing } from './store-process.ts';

/** A failure that a proxy makes between a store and its server. */
export interface NetworkFailure {
  readonly name: string;
  readonly fault: NetworkFault;
  /** Changes the connection string of the proxy. */
  readonly uri?: (uri: string) => string;
}

/** At least one failure. */
export type NetworkFailures = readonly [NetworkFailure, ...NetworkFailure[]];

interface Handle<R> {
  readonly repository: R;
  readonly close: () => Promise<void>;
}

/** A repository of a store on a server. */
interface OnServer<R> {
  readonly uri: string;
  /** The `startTcpProxy` of the kit. */
  readonly startProxy: (host: string, port: number) => Promise<FaultyProxy>;
  /** Opens the store. Without a time limit, it may take long on a busy machine. */
  readonly open: (uri: string, operationTimeoutMS?: number) => Promise<Handle<R>>;
  /** A program that opens the store that its first parameter names, and serves the repository. */
  readonly program: URL;
  readonly parameters: readonly string[];
  /** The `remoteRepository` of the kit. */
  readonly remote: (channel: ServingProcess['channel'], ended: Promise<unknown>) => R;
  readonly failedCommits: NetworkFailures;
  readonly recoversWithinMS: number;
}

// Failing operations take this long as a rule, so it is short.
const failingTimeoutMS = 2_000;

const outages: NetworkFailures = [
  { name: 'no server listens', fault: { kind: 'refused' } },
  { name: 'nothing comes back', fault: { kind: 'silent' } },
];

/** The ways to a store on a server for the laws of durable repositories. What they open is closed after the test. */
export const durableOnServer = <R>({ uri, startProxy, open, program, parameters, remote, ...rest }: OnServer<R>) => {
  const { failedCommits, recoversWithinMS } = rest;

  const openHandle = async (...given: Parameters<typeof open>): Promise<Handle<R>> => {
    const handle = await open(...given);
    onTestFinished(handle.close);
    return handle;
  };

  const failing = ({ name, fault, uri: change = (same) => same }: NetworkFailure) => ({
    name,
    recoversWithinMS,
    open: async () => {
      const { proxy, uri: proxied } = await behindProxy(startProxy, { onTestFinished }, uri);
      const handle = await openHandle(change(proxied), failingTimeoutMS);
      return { ...handle, begin: () => proxy.become(fault), end: () => proxy.become({ kind: 'none' }) };
    },
  });
  const all = ([first, ...more]: NetworkFailures) => [failing(first), ...more.map(failing)] as const;

  return {
    open: () => openHandle(uri),
    startProcess: async () => {
      const { channel, ended, kill, end } = await startServing(program, [uri, ...parameters]);
      onTestFinished(end);
      return { repository: remote(channel, ended), kill };
    },
    failedCommits: all(failedCommits),
    outages: all(outages),
  };
};
