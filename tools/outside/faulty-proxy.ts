import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Cleanup } from '../bench/cleanup.ts';

/** An answer of the service on its way to the client. */
export interface PassingAnswer {
  readonly method: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What somebody broke: the answer as the client gets it. */
export type Fault = (answer: PassingAnswer) => PassingAnswer;

/** Starts a server before another one, which breaks the answers under /v1; the cleanup stops it. */
export const startFaultyProxy = async (target: string, fault: Fault, cleanup: Cleanup): Promise<string> => {
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', rawHeaders } = incoming;
    const onward = request(`${target}${url}`, { method, headers: rawHeaders }, async (answer) => {
      const { statusCode = 0, headers } = answer;
      const passing = { method, status: statusCode, headers, body: Buffer.concat(await answer.toArray()) };
      const { status, body, ...broken } = url.startsWith('/v1') ? fault(passing) : passing;
      outgoing.writeHead(status, broken.headers).end(body);
    });
    onward.once('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup.add(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};
