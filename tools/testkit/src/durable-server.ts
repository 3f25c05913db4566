import { onTestFinished } from 'vitest';
import { behindProxy, type FaultyProxy, type NetworkFault } from './behind-proxy.ts';
import { type ProcessChannel, startServing } from './store-process.ts';

/** A failure that a proxy makes between a store and its server. */
export interface NetworkFailure {
  readonly name: string;
  readonly fault: NetworkFault;
  /** Changes the connection string of the proxy. */
  readonly uri?: (uri: string) => string;
}

/** At least one failure. */
export type NetworkFailures = readonly [NetworkFailure, ...NetworkFailure[]];

/** A repository of a store on a server. */
interface OnServer<R> {
  readonly uri: string;
  /** The `startTcpProxy` of the kit. */
  readonly startProxy: (host: string, port: number) => Promise<FaultyProxy>;
  /** Opens the store. Without a time limit, it may take long on a busy machine. */
  readonly open: (
    uri: string,
    operationTimeoutMS?: number,
  ) => Promise<{ readonly repository: R; readonly close: () => Promise<void> }>;
  /** A program that opens the store that its first parameter names, and serves the repository. */
  readonly program: URL;
  readonly parameters: readonly string[];
  /** The `remoteRepository` of the kit. */
  readonly remote: (channel: ProcessChannel, ended: Promise<unknown>) => R;
  readonly failedCommits: NetworkFailures;
  readonly recoversWithinMS: number;
}

const outages: NetworkFailures = [
  { name: 'no server listens', fault: { kind: 'refused' } },
  { name: 'nothing comes back', fault: { kind: 'silent' } },
];

/** The ways to a store on a server for the laws of durable repositories. What they open is closed after the test. */
export const durableOnServer = <R>({ uri, startProxy, program, parameters, remote, ...rest }: OnServer<R>) => {
  const open = async (...given: Parameters<typeof rest.open>) => {
    const handle = await rest.open(...given);
    onTestFinished(handle.close);
    return handle;
  };
  const failing = ({ name, fault, uri: change = (same) => same }: NetworkFailure) => ({
    name,
    recoversWithinMS: rest.recoversWithinMS,
    open: async () => {
      const { proxy, uri: proxied } = await behindProxy(startProxy, { onTestFinished }, uri);
      // Failing operations take this long as a rule, so it is short.
      const handle = await open(change(proxied), 2_000);
      return { ...handle, begin: () => proxy.become(fault), end: () => proxy.become({ kind: 'none' }) };
    },
  });
  const all = ([first, ...more]: NetworkFailures) => [failing(first), ...more.map(failing)] as const;
  return {
    open: () => open(uri),
    startProcess: async () => {
      const { channel, ended, kill, end } = await startServing(program, [uri, ...parameters]);
      onTestFinished(end);
      return { repository: remote(channel, ended), kill };
    },
    failedCommits: all(rest.failedCommits),
    outages: all(outages),
  };
};
