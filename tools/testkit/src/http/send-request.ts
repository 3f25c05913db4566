import { once } from 'node:events';
import { type Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { HeaderLine, HttpResponse } from './http-response.ts';
import { patience } from './raw-connection.ts';

/** An ordinary request. A header with several values is sent as several lines. */
export interface HttpRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array | undefined;
}

const headerLines = ({ rawHeaders }: IncomingMessage): readonly HeaderLine[] =>
  rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : []));

/** Sends one request with the client of Node.js and returns its response. Rejects if none arrives in time. */
export const sendRequest = async (
  origin: string,
  agent: Agent,
  { method, target, headers, body }: HttpRequest,
): Promise<HttpResponse> => {
  const { hostname, port } = new URL(origin);
  // Node.js sends no Content-Length with a body of DELETE and some other methods, so the body would begin the next request.
  const length = body === undefined ? {} : { 'Content-Length': `${Buffer.byteLength(body)}` };
  const sent = request({
    hostname,
    port,
    agent,
    method,
    path: target,
    headers: { ...length, ...headers } as OutgoingHttpHeaders,
    signal: AbortSignal.timeout(patience),
  });
  const responded = once(sent, 'response') as Promise<[IncomingMessage]>;
  // A response may come before the request is sent, whose sending then fails.
  sent.on('error', () => undefined).end(body);
  const [message] = await responded;
  return {
    status: message.statusCode ?? 0,
    reason: message.statusMessage ?? '',
    headers: headerLines(message),
    body: await buffer(message),
  };
};
