import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request on its way. */
export type Mishap =
  /** None: the client gets the response of the service. */
  | 'none'
  /** The connection is cut before the request reaches the service. */
  | 'cut before'
  /** The service handles the request, and the connection is cut instead of the response. */
  | 'cut after'
  /** The service handles the request, and the connection is cut in the middle of the response. */
  | 'cut in mid-response'
  /** There is no response. */
  | 'held back'
  /** The proxy sends a response of its own. */
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string };

/** A request as it arrived at the proxy. */
export interface Arrival {
  readonly method: string | undefined;
  readonly idempotencyKey: string | undefined;
}

/** A proxy in front of the service that causes mishaps. */
export interface FlakyProxy {
  readonly baseUrl: string;
  /** Sets the mishaps of the next requests, in their order; later ones have none. Empties `arrivals`. */
  readonly plan: (...mishaps: readonly Mishap[]) => void;
  readonly arrivals: () => readonly Arrival[];
  /** Resolves once a client has closed a connection that gets no response. */
  readonly abandoned: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const read = async (stream: IncomingMessage): Promise<Buffer> => Buffer.concat(await stream.toArray());

const forward = async (origin: string, incoming: IncomingMessage): Promise<[IncomingMessage, Buffer]> => {
  const { method = '', url = '', headers } = incoming;
  const outgoing = request(origin + url, { method, headers, agent: false });
  outgoing.end(await read(incoming));
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  return [response, await read(response)];
};

/** Starts a proxy on a free port. */
export const startFlakyProxy = async (origin: string): Promise<FlakyProxy> => {
  let planned: Mishap[] = [];
  let arrivals: Arrival[] = [];
  let abandoned = Promise.withResolvers<void>();

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method, headers, socket } = incoming;
    arrivals.push({ method, idempotencyKey: headers['idempotency-key']?.toString() });
    const mishap = planned.shift() ?? 'none';
    if (mishap === 'cut before') {
      socket.resetAndDestroy();
    } else if (mishap === 'held back') {
      socket.once('close', () => abandoned.resolve());
    } else if (typeof mishap === 'object') {
      incoming.resume();
      outgoing.writeHead(mishap.status, mishap.headers).end(mishap.body);
    } else {
      const [response, body] = await forward(origin, incoming);
      if (mishap === 'cut after') {
        socket.resetAndDestroy();
      } else {
        outgoing.writeHead(response.statusCode ?? 0, response.headers);
        if (mishap === 'none') outgoing.end(body);
        else outgoing.write(body.subarray(0, body.length >> 1), () => socket.resetAndDestroy());
      }
    }
  };

  // If the service has stopped, the connection is cut.
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
      abandoned = Promise.withResolvers();
    },
    arrivals: () => arrivals,
    abandoned: () => abandoned.promise,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
