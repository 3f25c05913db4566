// The parts that all peers share: the API key, the errors, and the line by which the benchmark finds them.
import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

const keys = new Map([[hash('sha256', process.env['API_KEY'] ?? '', 'hex'), 'bench']]);

/** Whether a value of `Authorization` has the API key. It looks up the SHA-256 digest, like the service. */
export const isKnown = (authorization = ''): boolean => keys.has(hash('sha256', authorization.slice(7), 'hex'));

/** The service's error bodies by status, so that a peer sends the same bytes. */
export const errors = JSON.parse(process.env['ERRORS'] || '{}') as { readonly 401: string; readonly 404: string };

/** Reads a whole body as text. */
export const readText = (req: IncomingMessage, use: (text: string) => void): void => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => use(Buffer.concat(chunks).toString()));
};

/** Responds with a JSON text. */
export const respond = (res: ServerResponse, status: number, json: string): void => {
  res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) });
  res.end(json);
};

/** Prints the address of this process for the benchmark. */
export const announce = (url: string): void => {
  process.stdout.write(`${JSON.stringify({ url, msg: 'listening' })}\n`);
};
