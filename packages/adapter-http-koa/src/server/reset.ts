import type { Socket } from 'node:net';

/**
 * Closes a connection and drops what the kernel holds for its client. After a plain `destroy` the kernel would keep what
 * the client has not read for about a minute.
 */
export const reset = (socket: Socket): void => {
  // libuv refuses to reset a connection while it sends the end, and Node.js 24 then never emits `close`.
  const isSendingEnd = socket.writableEnded && !socket.writableFinished && socket.writableLength === 0;
  if (isSendingEnd) socket.once('finish', () => socket.resetAndDestroy());
  else socket.resetAndDestroy();
};
