import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

/** Whether a part of the stream from the client has the request that a fault is about, for example `COMMIT`. */
type IsRequest = (part: Buffer) => boolean;

/** A fault between a client and a server. */
export type NetworkFault =
  | { readonly kind: 'none' }
  /** The port is closed, and every connection is reset. */
  | { readonly kind: 'refused' }
  /** Connections stay open and are accepted, but nothing arrives on either side. */
  | { readonly kind: 'silent' }
  /** Half of every reply arrives, then the connection is reset. */
  | { readonly kind: 'reset in mid-reply' }
  /** A request never reaches the server, and its connection is reset. */
  | { readonly kind: 'cut before'; readonly isRequest: IsRequest }
  /** A request never reaches the server, and its connection stays open. */
  | { readonly kind: 'request lost'; readonly isRequest: IsRequest }
  /** A request never reaches the server, and gets another reply, such as a refusal in the protocol of the server. */
  | {
      readonly kind: 'other reply';
      readonly isRequest: IsRequest;
      /** Makes the whole reply to a request. */
      readonly replyTo: (request: Buffer) => Buffer;
    }
  /** The server performs a request, and the connection is reset instead of the reply, for the first `times` times. */
  | { readonly kind: 'reply lost'; readonly isRequest: IsRequest; readonly times: number };

/** A TCP proxy in front of one server, which makes faults of the network. */
export interface TcpProxy {
  /** The address of the proxy: the adapter under test connects to it instead of to the server. */
  readonly host: string;
  readonly port: number;
  /** From now on this fault happens, on open connections too. `{ kind: 'none' }` ends it. */
  readonly become: (fault: NetworkFault) => Promise<void>;
  /** Resolves when the fault has first affected its request. */
  readonly met: () => Promise<void>;
  /** Resets every connection and closes the port. */
  readonly close: () => Promise<void>;
}

const host = '127.0.0.1';

/**
 * Starts a TCP proxy on a free port of this machine. With it, the failures of a durable fixture need no help of the server:
 *
 * ```ts
 * const proxy = await startTcpProxy('127.0.0.1', 5432);
 * const begin = () => proxy.become({ kind: 'cut before', isRequest: (part) => part.includes('COMMIT') });
 * const end = () => proxy.become({ kind: 'none' });
 * ```
 *
 * It recognises a request only if the client sends it unencrypted, and holds back only the part that it recognises.
 */
export const startTcpProxy = async (serverHost: string, serverPort: number): Promise<TcpProxy> => {
  const sockets = new Set<Socket>();
  let fault: NetworkFault = { kind: 'none' };
  let lost = 0;
  let meet = (): void => {};
  let met = Promise.resolve();

  const forwardRequest = (client: Socket, server: Socket, part: Buffer, isMeant: boolean): void => {
    if (fault.kind === 'silent') return;
    if (fault.kind === 'cut before' && isMeant) client.resetAndDestroy();
    else if (fault.kind === 'other reply' && isMeant) client.write(fault.replyTo(part));
    else if (fault.kind !== 'request lost' || !isMeant) server.write(part);
    if (isMeant && fault.kind !== 'reply lost') meet();
  };

  const forwardReply = (client: Socket, part: Buffer, isMeant: boolean): void => {
    if (fault.kind === 'silent') return;
    if (fault.kind === 'reset in mid-reply') {
      client.write(part.subarray(0, part.length >> 1), () => client.resetAndDestroy());
    } else if (fault.kind === 'reply lost' && isMeant && lost < fault.times) {
      lost += 1;
      client.resetAndDestroy();
      meet();
    } else {
      client.write(part);
    }
  };

  const connect = (client: Socket): void => {
    const server = createConnection(serverPort, serverHost);
    // The fault that the latest request is for, until its reply.
    let meantBy: NetworkFault | undefined;
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    client.on('data', (part) => {
      const isNamed = 'isRequest' in fault && fault.isRequest(part);
      // Until its reply, further parts belong to the same request, such as a body behind its headers.
      if (isNamed) meantBy = fault;
      forwardRequest(client, server, part, isNamed);
    });
    server.on('data', (part) => {
      forwardReply(client, part, meantBy === fault);
      meantBy = undefined;
    });
  };

  const listener = createServer(connect);
  const listen = async (port: number): Promise<void> => {
    listener.listen(port, host);
    await once(listener, 'listening');
  };
  const refuse = async (): Promise<void> => {
    if (!listener.listening) return;
    const closed = once(listener, 'close');
    listener.close();
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  };

  await listen(0);
  const { port } = listener.address() as AddressInfo;
  return {
    host,
    port,
    become: async (next) => {
      fault = next;
      lost = 0;
      met = new Promise((resolve) => {
        meet = resolve;
      });
      if (next.kind === 'refused') await refuse();
      else if (!listener.listening) await listen(port);
    },
    met: () => met,
    close: refuse,
  };
};
