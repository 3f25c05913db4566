import { onTestFinished } from 'vitest';
import { behindProxy, type NetworkFault, type StartProxy } from './connection-string.ts';
import { type ProcessChannel, startServing } from './store-process.ts';

/** A failure that a proxy makes between a store and its server. */
export interface NetworkFailure<R> {
  readonly name: string;
  readonly fault: NetworkFault;
  /** The only operation whose commit fails; absent if every write fails. */
  readonly operation?: keyof R & string;
  /** Changes the connection string of the proxy. */
  readonly uri?: (uri: string) => string;
}

/** A repository of a store on a server. */
interface OnServer<R> {
  readonly uri: string;
  readonly startProxy: StartProxy;
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
  /** Failures of a commit beside that every reply breaks off. */
  readonly failedCommits?: readonly NetworkFailure<R>[];
  readonly recoversWithinMS: number;
}

/** The ways to a store on a server for the laws of durable repositories. What they open is closed after the test. */
export const durableOnServer = <R>(on: OnServer<R>) => {
  const open = async (...given: Parameters<typeof on.open>) => {
    const handle = await on.open(...given);
    onTestFinished(handle.close);
    return handle;
  };
  const failing = ({ fault, uri: change = (same) => same, ...failure }: NetworkFailure<R>) => ({
    ...failure,
    recoversWithinMS: on.recoversWithinMS,
    open: async () => {
      const { proxy, uri } = await behindProxy(on.startProxy, { onTestFinished }, on.uri);
      // Failing operations take this long as a rule, so it is short.
      const handle = await open(change(uri), 2_000);
      return { ...handle, begin: () => proxy.become(fault), end: () => proxy.become({ kind: 'none' }) };
    },
  });
  return {
    open: () => open(on.uri),
    startProcess: async () => {
      const { channel, ended, kill, end } = await startServing(on.program, [on.uri, ...on.parameters]);
      onTestFinished(end);
      return { repository: on.remote(channel, ended), kill };
    },
    failedCommits: [
      failing({ name: 'replies break off', fault: { kind: 'reset in mid-reply' } }),
      ...(on.failedCommits ?? []).map(failing),
    ] as const,
    outages: [
      failing({ name: 'no server listens', fault: { kind: 'refused' } }),
      failing({ name: 'nothing comes back', fault: { kind: 'silent' } }),
    ] as const,
  };
};
