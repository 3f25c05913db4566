import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request on its way. */
export type Mishap =
  /** It reaches the service, and its answer comes back. */
  | 'none'
  /** The connection is cut before the request reached the service. */
  | 'cut before'
  /** The service has done what was asked for, and the connection is cut instead of the answer. */
  | 'cut after'
  /** The service has done what was asked for, and the connection is cut in the middle of the answer. */
  | 'cut in mid-answer'
  /** The service has done what was asked for, but the answer is held back for ever. */
  | 'held back'
  /** The proxy answers by itself. */
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string };

/** A request as it arrived at the proxy. */
export interface Arrival {
  readonly method: string | undefined;
  readonly idempotencyKey: string | undefined;
}

/** A proxy before the service, on which requests meet with mishaps. */
export interface FlakyProxy {
  readonly baseUrl: string;
  /** Says what happens to the next requests in turn; to those after them nothing. Forgets what has arrived. */
  readonly plan: (...mishaps: readonly Mishap[]) => void;
  readonly arrivals: () => readonly Arrival[];
  /** Settles once a client has let go of an answer that is held back. */
  readonly letGo: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const read = async (stream: IncomingMessage): Promise<Buffer> => Buffer.concat(await stream.toArray());

const forward = async (origin: string, incoming: IncomingMessage): Promise<[IncomingMessage, Buffer]> => {
  const { method = '', url = '', headers } = incoming;
  const outgoing = request(origin + url, { method, headers, agent: false });
  outgoing.end(await read(incoming));
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return [answer, await read(answer)];
};

/** Starts a proxy on a free port. */
export const startFlakyProxy = async (origin: string): Promise<FlakyProxy> => {
  let planned: Mishap[] = [];
  let arrivals: Arrival[] = [];
  let letGo = Promise.withResolvers<void>();

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method, headers, socket } = incoming;
    arrivals.push({ method, idempotencyKey: headers['idempotency-key']?.toString() });
    const mishap = planned.shift() ?? 'none';
    if (mishap === 'cut before') {
      socket.resetAndDestroy();
    } else if (typeof mishap === 'object') {
      incoming.resume();
      outgoing.writeHead(mishap.status, mishap.headers).end(mishap.body);
    } else {
      const [answer, body] = await forward(origin, incoming);
      if (mishap === 'cut after') {
        socket.resetAndDestroy();
      } else if (mishap === 'held back') {
        socket.once('close', () => letGo.resolve());
      } else {
        outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
        if (mishap === 'none') outgoing.end(body);
        else outgoing.write(body.subarray(0, body.length >> 1), () => socket.resetAndDestroy());
      }
    }
  };

  // When the service is gone, so is the connection.
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    plan: (...mishaps) => {
      planned = [...mishaps];
      arrivals = [];
      letGo = Promise.withResolvers();
    },
    arrivals: () => arrivals,
    letGo: () => letGo.promise,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
