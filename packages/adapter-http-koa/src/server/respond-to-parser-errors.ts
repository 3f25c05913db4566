import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ApiError } from '../message/api-error.ts';
import type { ErrorCode } from '../message/error-codes.ts';
import { errors } from '../message/errors.ts';
import { requestIdOf } from '../message/request-id.ts';
import { headersOfAllResponses } from '../message/response-headers.ts';

/** The response to a message that is not a valid HTTP request, without any part of the message. */
export interface RefusedMessage {
  readonly requestId: string;
  readonly status: number;
  readonly code: ErrorCode;
}

/** How long, in milliseconds, a client may continue to send after the response before the connection is cut. */
const lingerTime = 1_000;

const timedOut = 'ERR_HTTP_REQUEST_TIMEOUT';

const causes: Readonly<Record<string, () => ApiError>> = {
  HPE_HEADER_OVERFLOW: errors.headersTooLarge,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: errors.extensionsTooLarge,
  [timedOut]: errors.lateMessage,
};

const messageOf = (requestId: string, { status, headers, json }: ApiError): string => {
  const all = {
    Date: new Date().toUTCString(),
    ...headersOfAllResponses(requestId),
    ...headers,
    'Content-Length': Buffer.byteLength(json),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${json}`;
};

/** Resolves when a response is sent or lost. */
export const closed = (res: ServerResponse | undefined): Promise<unknown> =>
  res === undefined || res.closed ? Promise.resolve() : new Promise((resolve) => res.once('close', resolve));

/**
 * Makes a listener of `clientError` that responds in JSON to messages that the HTTP parser refuses or stops waiting
 * for; Node.js itself would respond in plain text. Responses on a connection keep the order of its requests: the one
 * for the fault waits for those before it. A request with an invalid body gets exactly one response. `report` is called
 * for responses to messages that never reached the application.
 */
export const respondToParserErrors = (
  lastOn: (socket: Socket) => ServerResponse | undefined,
  report: (refused: RefusedMessage) => void,
): ((error: Error & { readonly code?: string }, socket: Socket) => Promise<void>) => {
  const ending = new WeakSet<Socket>();
  const endLater = (socket: Socket): void => {
    setTimeout(() => socket.destroy(), lingerTime).unref();
  };

  return async ({ code = '' }, socket) => {
    if (ending.has(socket) || socket.destroyed) return;
    ending.add(socket);
    const hasSentNothing = code === timedOut && socket.bytesRead === 0;
    const last = lastOn(socket);
    const isInBody = last !== undefined && !last.req.complete;
    // A client that closes the connection in the middle of a body gets no response, like one that resets it.
    if (hasSentNothing || (isInBody && code === 'HPE_INVALID_EOF_STATE')) return void socket.destroy();
    // The application also refuses any other coding, but the parser comes first.
    const isUncoded = isInBody && last.req.headers['transfer-encoding']?.toLowerCase() !== 'chunked';
    const error = (causes[code] ?? (isUncoded ? errors.otherTransferCoding : errors.notHttp))();
    if (isInBody && !last.headersSent) {
      last.statusCode = error.status;
      for (const [name, value] of Object.entries(error.headers)) last.setHeader(name, value);
      last.setHeader('Content-Length', Buffer.byteLength(error.json)).end(error.json);
      endLater(socket);
      return;
    }
    await closed(last);
    if (!socket.writable) return void socket.destroy();
    if (isInBody) socket.end();
    else {
      const requestId = requestIdOf();
      socket.end(messageOf(requestId, error));
      report({ requestId, status: error.status, code: error.code });
    }
    endLater(socket);
  };
};
