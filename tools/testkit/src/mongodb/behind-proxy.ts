import type { TestContext } from 'vitest';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

/** A proxy in front of the server of a connection string, and the connection string of the proxy. */
export const behindProxy = async (
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  uri: string,
): Promise<{ readonly proxy: FaultProxy; readonly uri: string }> => {
  const address = /\/\/(?:[^@/]*@)?([^/?,]+)/.exec(uri)?.[1] ?? '';
  const [host = '', port = '27017'] = address.split(':');
  const proxy = await startFaultProxy(host, Number(port));
  onTestFinished(proxy.close);
  return { proxy, uri: uri.replace(address, proxy.address) };
};
