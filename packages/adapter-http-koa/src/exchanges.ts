import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A request and the response that belongs to it. */
export interface OpenExchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** Knows the connections of a server, which of their requests are unanswered, and what each was last used for. */
export interface Exchanges {
  /** Takes note of a new connection. */
  readonly connect: (socket: Socket) => void;
  readonly add: (exchange: OpenExchange) => void;
  readonly open: () => readonly OpenExchange[];
  /** How many are unanswered. */
  readonly count: () => number;
  readonly openOn: (socket: Socket) => readonly OpenExchange[];
  /** Resolves when every request of the connection that is unanswered now is answered or lost. */
  readonly settledOn: (socket: Socket) => Promise<unknown>;
  readonly lastOn: (socket: Socket) => OpenExchange | undefined;
  /** Connections that nothing has come on. */
  readonly unused: () => readonly Socket[];
}

interface Connection {
  readonly open: OpenExchange[];
  last?: OpenExchange;
}

// Node.js before 24.16 forgets the answers that still wait for their turn when their connection is lost, and any version
// forgets those before a CONNECT. Then nobody says `close`, which the report and the place of a request wait for.
const end = (res: ServerResponse): void => {
  res.destroy();
  process.nextTick(() => {
    if (!res.closed) res.emit('close');
  });
};

// One Set of all open exchanges would be simpler and far slower. V8 rebuilds the table of a Set again and again as entries
// come and go, and each old table refers to the next: one of them in the old generation keeps all later requests there.
export const createExchanges = (): Exchanges => {
  const sockets = new Set<Socket>();
  const connections = new WeakMap<Socket, Connection>();
  let count = 0;
  const openOn = (socket: Socket): readonly OpenExchange[] => connections.get(socket)?.open ?? [];
  const closed = ({ res }: OpenExchange): Promise<void> => new Promise((resolve) => res.once('close', resolve));
  return {
    connect: (socket) => {
      sockets.add(socket);
      connections.set(socket, { open: [] });
      socket.once('close', () => {
        sockets.delete(socket);
        for (const { res } of openOn(socket)) end(res);
      });
    },
    add: (exchange) => {
      const connection = connections.get(exchange.req.socket);
      if (connection === undefined) return;
      const { open } = connection;
      connection.last = exchange;
      open.push(exchange);
      count++;
      exchange.res.once('close', () => {
        open.splice(open.indexOf(exchange), 1);
        count--;
      });
    },
    count: () => count,
    open: () => [...sockets].flatMap(openOn),
    openOn,
    settledOn: (socket) => Promise.all(openOn(socket).map(closed)),
    lastOn: (socket) => connections.get(socket)?.last,
    unused: () => [...sockets].filter(({ bytesRead }) => bytesRead === 0),
  };
};
