import type { TestContext } from 'vitest';

/** Recognizes a request of the protocol of a server. */
export type IsRequest = (part: Buffer) => boolean;

/** Faults between a store and its server, some of those that `startTcpProxy` of the kit makes. */
export type NetworkFault =
  | { readonly kind: 'none' | 'refused' | 'silent' | 'reset in mid-reply' }
  | { readonly kind: 'request lost'; readonly isRequest: IsRequest }
  | { readonly kind: 'reply lost'; readonly isRequest: IsRequest; readonly times: number };

/** A proxy that makes these faults. */
export interface FaultyProxy {
  readonly host: string;
  readonly port: number;
  readonly close: () => Promise<void>;
  readonly become: (fault: NetworkFault) => Promise<void>;
}

/** A proxy in front of the server of a connection string, and the connection string of the proxy. */
export const behindProxy = async <P extends Omit<FaultyProxy, 'become'>>(
  startProxy: (host: string, port: number) => Promise<P>,
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  uri: string,
): Promise<{ readonly proxy: P; readonly uri: string }> => {
  const address = /\/\/(?:[^@/]*@)?([^/?,]+)/.exec(uri)?.[1] ?? '';
  const [host = '', port = '27017'] = address.split(':');
  const proxy = await startProxy(host, Number(port));
  onTestFinished(proxy.close);
  return { proxy, uri: uri.replace(address, `${proxy.host}:${proxy.port}`) };
};
