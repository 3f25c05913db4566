/** A connection string with an additional option. */
export const withOption = (uri: string, option: string): string => `${uri}${uri.includes('?') ? '&' : '?'}${option}`;

/** A connection string with another database. */
export const withDatabase = (uri: string, name: string): string => {
  const [, server = '', options = ''] = /^([^/]*\/\/[^/?]*)\/?[^?]*(\?.*)?$/.exec(uri) ?? [];
  return `${server}/${name}${options}`;
};

/** Recognizes a request of the protocol of a server. */
export type IsRequest = (part: Buffer) => boolean;

/** Faults between a store and its server, some of those that `startTcpProxy` of the kit makes. */
export type NetworkFault =
  | { readonly kind: 'none' | 'refused' | 'silent' | 'reset in mid-reply' }
  | { readonly kind: 'request lost' | 'cut before'; readonly isRequest: IsRequest }
  | { readonly kind: 'reply lost'; readonly isRequest: IsRequest; readonly times: number };

/** Starts a proxy that makes these faults: the `startTcpProxy` of the kit. */
export type StartProxy<P = { readonly become: (fault: NetworkFault) => Promise<void> }> = (
  host: string,
  port: number,
) => Promise<P & { readonly host: string; readonly port: number; readonly close: () => Promise<void> }>;

/** A proxy in front of the server of a connection string, and the connection string of the proxy. It ends with the test. */
export const behindProxy = async <P>(
  startProxy: StartProxy<P>,
  { onTestFinished }: { readonly onTestFinished: (close: () => Promise<void>) => void },
  uri: string,
) => {
  const address = /\/\/(?:[^@/]*@)?([^/?,]+)/.exec(uri)?.[1] ?? '';
  const [host = '', port = '27017'] = address.split(':');
  const proxy = await startProxy(host, Number(port));
  onTestFinished(proxy.close);
  return { proxy, uri: uri.replace(address, `${proxy.host}:${proxy.port}`) };
};
