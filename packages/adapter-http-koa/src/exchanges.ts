import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A request and the response that belongs to it. */
export interface OpenExchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

/** Knows which requests of a server are unanswered, and what a connection was last used for. */
export interface Exchanges {
  readonly add: (exchange: OpenExchange) => void;
  readonly open: () => Iterable<OpenExchange>;
  /** How many are unanswered. */
  readonly count: () => number;
  readonly openOn: (socket: Socket) => readonly OpenExchange[];
  /** Resolves when every request of the connection that is unanswered now is answered or lost. */
  readonly settledOn: (socket: Socket) => Promise<unknown>;
  readonly lastOn: (socket: Socket) => OpenExchange | undefined;
}

export const createExchanges = (): Exchanges => {
  const open = new Set<OpenExchange>();
  const last = new WeakMap<Socket, OpenExchange>();
  const openOn = (socket: Socket): readonly OpenExchange[] => [...open].filter(({ req }) => req.socket === socket);
  const closed = ({ res }: OpenExchange): Promise<void> => new Promise((resolve) => res.once('close', resolve));
  return {
    add: (exchange) => {
      open.add(exchange);
      last.set(exchange.req.socket, exchange);
      exchange.res.once('close', () => open.delete(exchange));
    },
    open: () => open,
    count: () => open.size,
    openOn,
    settledOn: (socket) => Promise.all(openOn(socket).map(closed)),
    lastOn: (socket) => last.get(socket),
  };
};
