import type { TestContext } from 'vitest';

/** A proxy in front of a server, such as the one of `startTcpProxy`. */
interface Proxy {
  readonly host: string;
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** A proxy in front of the server of a connection string, and the connection string of the proxy. */
export const behindProxy = async <P extends Proxy>(
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
