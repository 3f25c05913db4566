// Shortcuts through undocumented properties of the HTTP parser of Node.js 24, its requests and responses
// (lib/_http_common.js, lib/_http_incoming.js, lib/_http_outgoing.js). Without them the server takes more time, and more memory
// for requests that it ignores. A test on Node.js itself fails when it renames one. They can go when a connection can be told to
// parse no further, a request to give its body at once, and a server to announce a time that it does not limit itself.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type ParsedSocket = Socket & { readonly parser?: { onIncoming?: unknown } | null };

/**
 * Ignores all further requests on a connection, the rest of the current piece of data included. Node.js would parse up to
 * 64 KiB of requests, at 17 µs each, and keep each one with its response until the connection closes. The 2 tells its
 * parser that the rest is not HTTP.
 */
export const ignoreRest = (socket: ParsedSocket): void => {
  if (socket.parser?.onIncoming) socket.parser.onIncoming = () => 2;
};

/** Cuts off a connection in the middle of a piece of data. */
export const cutOff = (socket: Socket): void => {
  ignoreRest(socket);
  socket.destroy();
};

/**
 * Drops the rest of a body before it reaches JavaScript: up to 11,000 pieces in 64 KiB, at 1 µs each. The parser gets
 * its function back when the socket closes, because Node.js reuses the parser.
 */
export const dropBody = (socket: ParsedSocket): void => {
  const { parser } = socket;
  const { kOnBody } = (parser?.constructor ?? {}) as { readonly kOnBody?: number };
  if (!parser || kOnBody === undefined) return;
  const onBody: unknown = Reflect.get(parser, kOnBody);
  Reflect.set(parser, kOnBody, null);
  socket.once('close', () => Reflect.set(parser, kOnBody, onBody));
};

/**
 * Closes a request whose whole body has arrived, without events, as Node.js closes one without a body. Returns false if it
 * cannot.
 */
export const closeQuietly = (req: IncomingMessage & { readonly _dumpAndCloseReadable?: () => void }): boolean => {
  req._dumpAndCloseReadable?.();
  return req.destroyed;
};

/**
 * Announces in the `Keep-Alive` header how many milliseconds a connection stays open, on a server that does not limit them
 * itself. Node.js sends it on responses that keep the connection open.
 */
export const announceKeepAlive = (res: ServerResponse & { _keepAliveTimeout?: number }, timeout: number): void => {
  res._keepAliveTimeout = timeout;
};
