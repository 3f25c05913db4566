import { type Agent, type IncomingMessage, request } from 'node:http';
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

const readResponse = async (message: IncomingMessage): Promise<HttpResponse> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return {
    status: message.statusCode ?? 0,
    reason: message.statusMessage ?? '',
    headers: headerLines(message),
    body: Buffer.concat(chunks),
  };
};

// Node.js sends no Content-Length with a body of DELETE and some other methods, so the body would begin the next request.
const headersOf = ({ headers, body }: HttpRequest): Record<string, string | string[]> => ({
  ...(body !== undefined && { 'Content-Length': `${Buffer.byteLength(body)}` }),
  ...Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === 'string' ? value : [...value]]),
  ),
});

/** Sends one request with the client of Node.js and returns its response. Rejects if none arrives in time. */
export const sendRequest = (origin: string, agent: Agent, outgoing: HttpRequest): Promise<HttpResponse> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const { method, target, body } = outgoing;
    const sent = request({ hostname, port, agent, method, path: target, headers: headersOf(outgoing) });
    const late = (): void => void sent.destroy(new Error(`${method} ${target}: no response within ${patience} ms`));
    const timer = setTimeout(late, patience);
    sent.on('response', (message) => {
      readResponse(message)
        .then(resolve, reject)
        .finally(() => clearTimeout(timer));
    });
    sent.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    sent.end(body);
  });
