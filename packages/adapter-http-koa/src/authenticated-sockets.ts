import type { Socket } from 'node:net';

const sockets = new WeakSet<Socket>();

/** Marks a connection on which a request with a valid API key came. The server prefers such connections. */
export const markAuthenticated = (socket: Socket): void => {
  sockets.add(socket);
};

/** Whether a request with a valid API key ever came on a connection. */
export const isAuthenticated = (socket: Socket): boolean => sockets.has(socket);
