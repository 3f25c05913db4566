import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { emitBodyFault } from '../message/body-fault.ts';
import type { ErrorCode } from '../message/error-codes.ts';
import { errors, type FixedError } from '../message/errors.ts';
import { requestIdOf } from '../message/request-id.ts';
import type { ApiResponse } from '../message/response.ts';
import { standardHeaders } from '../message/standard-headers.ts';
import type { Connections } from './connections.ts';

/** The response to a message that was not an HTTP request. It contains nothing of the message. */
export interface RefusedMessage {
  readonly requestId: string;
  readonly status: number;
  readonly code: ErrorCode;
}

/** How long, in milliseconds, a client may continue to send after the response before the connection is cut. */
const lingerTime = 1_000;

const inTooManyPieces = 'ERR_BODY_IN_TOO_MANY_PIECES';

const causes: Readonly<Record<string, FixedError>> = {
  HPE_HEADER_OVERFLOW: errors.headersTooLarge,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: errors.extensionsTooLarge,
  [inTooManyPieces]: errors.tooManyPieces,
  ERR_HTTP_REQUEST_TIMEOUT: errors.lateMessage,
};

/** The error of a request whose body exceeds `maxSmallPieces`. It gets a response like an error of the parser. */
export const tooManyPieces = (): Error & { readonly code: string } =>
  Object.assign(new Error('The body comes in too many small pieces'), { code: inTooManyPieces });

const messageOf = (requestId: string, { status, headers, body = '' }: ApiResponse): string => {
  const lines = [
    ...['Date', new Date().toUTCString()],
    ...standardHeaders(requestId, undefined),
    ...headers,
    ...['Content-Length', `${Buffer.byteLength(body)}`, 'Connection', 'close'],
  ].map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`));
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
};

const sendAndLinger = (socket: Socket, message: string): void => {
  socket.end(message);
  setTimeout(() => socket.destroy(), lingerTime).unref();
};

/**
 * Makes a listener of `clientError` that responds in JSON to messages that the HTTP parser refuses or stops waiting
 * for; Node.js itself would respond in plain text. Responses on a connection keep the order of its requests: the one
 * for the fault waits for those before it. A request with an invalid body gets exactly one response. `report` is called
 * for responses to messages that never reached the application.
 */
export const respondToParserErrors = (
  connections: Connections,
  report: (refused: RefusedMessage) => void,
): ((error: Error & { readonly code?: string }, socket: Socket) => Promise<void>) => {
  const ending = new WeakSet<Socket>();
  return async (error, socket) => {
    if (ending.has(socket) || socket.destroyed) return;
    ending.add(socket);
    const { code, response } = causes[error.code ?? ''] ?? errors.notHttp;
    const last = connections.lastOn(socket);
    const isInBody = last !== undefined && !last.req.complete;
    if (isInBody && !last.res.headersSent) {
      emitBodyFault(last.res, { ...response, closes: true });
      // After the response Node.js releases the request, so a reader of its body would wait for ever.
      socket.once('close', () => last.req.destroy());
      return;
    }
    await connections.settledOn(socket);
    if (!socket.writable) return connections.close(socket);
    if (isInBody) return sendAndLinger(socket, '');
    const requestId = requestIdOf(undefined);
    sendAndLinger(socket, messageOf(requestId, response));
    report({ requestId, status: response.status, code });
  };
};
