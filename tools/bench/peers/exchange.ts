import { hash } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const keys = new Map([[hash('sha256', process.env['API_KEY'] ?? '', 'hex'), 'bench']]);

/** Whether a value of `Authorization` has the API key: a look-up of its SHA-256 digest, as the service does it. */
export const isKnown = (authorization = ''): boolean => keys.has(hash('sha256', authorization.slice(7), 'hex'));

/** Reads a whole body as text. */
export const readText = (req: IncomingMessage, use: (text: string) => void): void => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => use(Buffer.concat(chunks).toString()));
};

/** Answers with a JSON text. */
export const answer = (res: ServerResponse, status: number, json: string): void => {
  res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) });
  res.end(json);
};

/** Tells the benchmark where this process listens. */
export const announce = (url: string): void => {
  process.stdout.write(`${JSON.stringify({ url, msg: 'listening' })}\n`);
};

/** Runs a listener on a port that the system chooses. */
export const serve = (listener: RequestListener): void => {
  const server = createServer(listener).listen(0, '127.0.0.1', () => {
    announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
};
