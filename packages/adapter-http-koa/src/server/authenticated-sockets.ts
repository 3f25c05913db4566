import type { Socket } from 'node:net';

const authenticated = new WeakSet<Socket>();
const listeners = new WeakMap<Socket, () => void>();

/** Marks a connection on which a request with a valid API key has arrived. The server prefers such connections. */
export const markAuthenticated = (socket: Socket): void => {
  if (authenticated.has(socket)) return;
  authenticated.add(socket);
  listeners.get(socket)?.();
};

/** Whether a request with a valid API key has ever arrived on a connection. */
export const isAuthenticated = (socket: Socket): boolean => authenticated.has(socket);

/** Calls the listener once, when the connection is marked as authenticated. */
export const onAuthenticated = (socket: Socket, listener: () => void): void => {
  listeners.set(socket, listener);
};
