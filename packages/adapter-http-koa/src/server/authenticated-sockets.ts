import type { Socket } from 'node:net';

const listeners = new WeakMap<Socket, () => void>();

/** Marks a connection on which a request with a valid API key has arrived. The server prefers such connections. */
export const markAuthenticated = (socket: Socket): void => {
  const listener = listeners.get(socket);
  if (listener === undefined) return;
  listeners.delete(socket);
  listener();
};

/** Calls the listener once, when the connection is marked as authenticated. */
export const onAuthenticated = (socket: Socket, listener: () => void): void => {
  listeners.set(socket, listener);
};
