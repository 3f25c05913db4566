import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorCode, errorJson, errorStatuses } from '../response/error-response.ts';
import { handOverHeaders } from '../response/response-headers.ts';
import { standardHeaders } from '../response/standard-headers.ts';
import { requestIdOf } from '../steps/request-id.ts';
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

const faults: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'the headers of the request are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['payload_too_large', 'the chunk extensions of the body are too large'],
  [inTooManyPieces]: ['payload_too_large', 'the body must not come in so many small pieces'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'the request took too long to arrive'],
};

const notHttp: readonly [ErrorCode, string] = [
  'invalid_request',
  'the request must be well-formed HTTP/1.1 (RFC 9112)',
];

/** The error of a request with `maxHeaders` or more. It gets a response like an error of the parser. */
export const tooManyHeaders = (): Error & { readonly code: string } =>
  Object.assign(new Error('The request has too many headers'), { code: 'HPE_HEADER_OVERFLOW' });

/** The error of a request whose body exceeds `maxSmallPieces`. It gets a response like an error of the parser. */
export const tooManyPieces = (): Error & { readonly code: string } =>
  Object.assign(new Error('The body comes in too many small pieces'), { code: inTooManyPieces });

const closingHeaders = (body: string): Readonly<Record<string, string>> => ({
  'Content-Type': 'application/json',
  'Content-Length': `${Buffer.byteLength(body)}`,
  Connection: 'close',
});

const messageOf = (requestId: string, status: number, body: string): string => {
  const closing = Object.entries(closingHeaders(body)).flat();
  const headers = ['Date', new Date().toUTCString(), ...standardHeaders(requestId), ...closing];
  const lines = headers.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`));
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
    const [code, text] = faults[error.code ?? ''] ?? notHttp;
    const status = errorStatuses[code];
    const body = errorJson(code, text);

    const last = connections.lastOn(socket);
    const isInBody = last !== undefined && !last.req.complete;
    if (isInBody && !last.res.headersSent) {
      // The request has reached the application, which has set the standard headers.
      handOverHeaders(last.res);
      last.res.writeHead(status, closingHeaders(body)).end(body);
      // After the response Node.js releases the request, so a reader of its body would wait for ever.
      socket.once('close', () => last.req.destroy());
      return;
    }
    await connections.settledOn(socket);
    if (!socket.writable) return connections.close(socket);
    if (isInBody) return sendAndLinger(socket, '');
    const requestId = requestIdOf(undefined);
    sendAndLinger(socket, messageOf(requestId, status, body));
    report({ requestId, status, code });
  };
};
