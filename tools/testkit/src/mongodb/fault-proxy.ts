import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import { BSON, type Document } from 'mongodb';

/** A fault between the service and MongoDB. */
export type Fault =
  | { readonly kind: 'none' }
  /** The port is closed, and every connection is reset. */
  | { readonly kind: 'refused' }
  /** Connections are accepted and stay open, but no reply arrives. */
  | { readonly kind: 'black hole' }
  /** Half of every reply arrives, then the connection is reset. */
  | { readonly kind: 'reset in mid-reply' }
  /** A command runs, but the connection is reset instead of the reply, for the first `times` times. */
  | ({ readonly kind: 'reply lost'; readonly times: number } & NamedCommand)
  /** The commands of these names never reach the server, and get this error instead. */
  | { readonly kind: 'refusing'; readonly commands: readonly string[]; readonly error: Document }
  /** A command never reaches the server. */
  | ({ readonly kind: 'request lost' } & NamedCommand);

/** A command, on any collection or on one. */
interface NamedCommand {
  readonly command: string;
  readonly collection?: string;
}

/** A TCP proxy in front of one server, which can simulate faults. */
export interface FaultProxy {
  /** The address of the proxy, as `host:port`. */
  readonly address: string;
  readonly become: (fault: Fault) => Promise<void>;
  /** Resolves when the fault has first affected its command. */
  readonly met: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const none: Fault = { kind: 'none' };

/** The start of a command in BSON: its name, then the length and the name of the collection as its value. */
const startOf = ({ command, collection }: NamedCommand): Buffer => {
  const name = Buffer.from(`${command}\0`);
  if (collection === undefined) return name;
  const length = Buffer.alloc(4);
  length.writeInt32LE(collection.length + 1);
  return Buffer.concat([name, length, Buffer.from(`${collection}\0`)]);
};

/** The reply to a request that is one message (the wire protocol of MongoDB, OP_MSG). */
const replyTo = (request: Buffer, error: Document): Buffer => {
  const body = BSON.serialize({ ok: 0, ...error });
  const head = Buffer.alloc(21);
  for (const [index, value] of [head.length + body.length, 0, request.readInt32LE(4), 2013, 0].entries())
    head.writeInt32LE(value, 4 * index);
  return Buffer.concat([head, body]);
};

/** Starts a proxy on a free port of this machine. */
export const startFaultProxy = async (host: string, port: number): Promise<FaultProxy> => {
  const sockets = new Set<Socket>();
  let fault: Fault = none;
  let lost = 0;
  let met = Promise.withResolvers<void>();

  const names = (request: Buffer): boolean => 'command' in fault && request.includes(startOf(fault));

  const forwardReply = (client: Socket, reply: Buffer, toNamed: boolean): void => {
    if (fault.kind === 'black hole') return;
    if (fault.kind === 'reset in mid-reply') {
      client.write(reply.subarray(0, reply.length >> 1), () => client.resetAndDestroy());
    } else if (fault.kind === 'reply lost' && toNamed && lost < fault.times) {
      lost += 1;
      met.resolve();
      client.resetAndDestroy();
    } else {
      client.write(reply);
    }
  };

  const connect = (client: Socket): void => {
    const server = createConnection(port, host);
    let toNamed = false;
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
    client.on('data', (request) => {
      toNamed = names(request);
      if (fault.kind === 'black hole') return;
      if (fault.kind === 'request lost' && toNamed) met.resolve();
      else if (fault.kind === 'refusing' && fault.commands.some((command) => request.includes(startOf({ command }))))
        client.write(replyTo(request, fault.error));
      else server.write(request);
    });
    server.on('data', (reply) => forwardReply(client, reply, toNamed));
  };

  const listener = createServer(connect);
  const listen = async (wanted: number): Promise<void> => {
    listener.listen(wanted, '127.0.0.1');
    await once(listener, 'listening');
  };
  const silence = async (): Promise<void> => {
    const closed = once(listener, 'close');
    listener.close();
    for (const socket of sockets) socket.resetAndDestroy();
    await closed;
  };

  await listen(0);
  const { port: own } = listener.address() as AddressInfo;
  return {
    address: `127.0.0.1:${own}`,
    become: async (next) => {
      fault = next;
      lost = 0;
      met = Promise.withResolvers();
      if (next.kind === 'refused' && listener.listening) await silence();
      if (next.kind !== 'refused' && !listener.listening) await listen(own);
    },
    met: () => met.promise,
    close: async () => {
      if (listener.listening) await silence();
    },
  };
};
