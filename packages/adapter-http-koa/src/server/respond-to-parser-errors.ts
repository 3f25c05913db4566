import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ApiError, ErrorCode } from '../api-error.ts';
import { errors } from '../errors.ts';
import { requestIdOf, setCommonHeaders } from '../message/common-headers.ts';
import { bodyFaults } from '../message/request.ts';

/** The response to a message that is not a valid HTTP request, without any part of the message. */
export interface RefusedMessage {
  readonly requestId: string;
  readonly status: number;
  readonly code: ErrorCode;
}

/** The state of a connection: the response to its last request, and how many requests wait for their turn. */
export interface Connection {
  last: ServerResponse | undefined;
  waiting: number;
}

/** How long, in milliseconds, a client may continue to send after the response before the connection is cut. */
const lingerTime = 1_000;

const timedOut = 'ERR_HTTP_REQUEST_TIMEOUT';

const causes: Readonly<Record<string, () => ApiError>> = {
  HPE_HEADER_OVERFLOW: () => errors.headersTooLarge(),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () => errors.extensionsTooLarge(),
  [timedOut]: () => errors.lateMessage(),
};

const messageOf = (requestId: string, { status, headers, json }: ApiError): string => {
  const all = new Map<string, unknown>([['Date', new Date().toUTCString()]]);
  setCommonHeaders({ setHeader: (name, value) => all.set(name, value) as never }, requestId);
  const own = Object.entries({ ...headers, 'Content-Length': Buffer.byteLength(json) });
  const lines = [...all, ...own].map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${json}`;
};

/** Resolves when a response is sent or lost. */
export const closed = (res: ServerResponse | undefined): Promise<unknown> =>
  res === undefined || res.closed ? Promise.resolve() : new Promise((resolve) => res.once('close', resolve));

/**
 * Makes a listener of `clientError` that responds in JSON to messages that the HTTP parser refuses or stops waiting
 * for; Node.js itself would respond in plain text. Responses on a connection keep the order of its requests: the one
 * for the fault waits for those before it. A request with an invalid body gets exactly one response, from the application if
 * that has not begun it yet. `report` is called for responses to messages that never reached the application.
 */
export const respondToParserErrors = (
  connectionOf: (socket: Socket) => Connection | undefined,
  report: (refused: RefusedMessage) => void,
): ((error: Error & { readonly code?: string }, socket: Socket) => Promise<void>) => {
  const ending = new WeakSet<Socket>();

  const respond = async (code: string, socket: Socket): Promise<void> => {
    const { last, waiting = 0 } = connectionOf(socket) ?? {};
    const isInBody = last !== undefined && !last.req.complete;
    // The application also refuses any other coding, but the parser comes first.
    const isUncoded = isInBody && last.req.headers['transfer-encoding']?.toLowerCase() !== 'chunked';
    const error = causes[code]?.() ?? (isUncoded ? errors.otherTransferCoding() : errors.notHttp());
    if (isInBody && waiting > 0) bodyFaults.set(last.req, error);
    else if (isInBody && !last.headersSent) {
      last.statusCode = error.status;
      // Koa has set that of another status.
      last.statusMessage = STATUS_CODES[error.status] ?? '';
      for (const [name, value] of Object.entries(error.headers)) last.setHeader(name, value);
      last.setHeader('Content-Length', Buffer.byteLength(error.json)).end(error.json);
    }
    await closed(last);
    if (!socket.writable || isInBody) return void socket.end();
    const requestId = requestIdOf();
    socket.end(messageOf(requestId, error));
    report({ requestId, status: error.status, code: error.code });
  };

  return async ({ code = '' }, socket) => {
    if (ending.has(socket) || socket.destroyed) return;
    ending.add(socket);
    const last = connectionOf(socket)?.last;
    const hasSentNothing = code === timedOut && socket.bytesRead === 0;
    // A client that closes the connection in the middle of a body gets no response, like one that resets it.
    const hasLeft = code === 'HPE_INVALID_EOF_STATE' && last !== undefined && !last.req.complete;
    if (hasSentNothing || hasLeft) return void socket.destroy();
    await respond(code, socket);
    setTimeout(() => socket.destroy(), lingerTime).unref();
  };
};
