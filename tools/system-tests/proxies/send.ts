import { once } from 'node:events';
import http from 'node:http';
import type https from 'node:https';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { connect as connectByTls } from 'node:tls';
import type { AtEnd } from '@animal-store/testkit/at-end';
import { onTestFinished } from 'vitest';

/** The name that the files of `deploy/proxy` have as a placeholder. */
export const host = 'animals.example';

interface Request {
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const tls = { servername: host, rejectUnauthorized: false };

/** By TLS or by TCP, and from which address of this machine. */
export interface Connecting {
  readonly isSecure: boolean;
  readonly from?: string;
}

/** Opens a connection to a port of this machine. Its errors close it. */
export const openSocket = (port: number, { isSecure, from = '127.0.0.1' }: Connecting): Socket => {
  const plain = connect({ port, host: '127.0.0.1', localAddress: from });
  const socket = isSecure ? connectByTls({ socket: plain, ...tls }) : plain;
  for (const each of [plain, socket]) each.on('error', () => socket.destroy());
  return socket;
};

/** Sends requests to a port of this machine, by HTTP or by TLS. Connections stay open. */
export const senderTo = (
  port: number,
  { Agent, request }: typeof http | typeof https = http,
  localAddress = '127.0.0.1',
  atEnd: AtEnd = onTestFinished,
) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 32, localAddress, ...tls });
  atEnd(() => agent.destroy());
  return async ({ method = 'GET', path, headers = {}, body }: Request) => {
    const all = { Host: host, ...headers };
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers: all, timeout: 20_000 });
    sent.once('timeout', () => sent.destroy(new Error('There was no response within 20 s')));
    sent.end(body);
    const [response] = await once(sent, 'response');
    const bytes = await buffer(response);
    return { status: response.statusCode, headers: response.headers, bytes, body: bytes.toString() };
  };
};

export type Send = ReturnType<typeof senderTo>;

/** Requests that list or add animals. */
export const listPets = (apiKey: string): Request => ({
  path: '/v1/pets?limit=5',
  headers: { Authorization: `Bearer ${apiKey}` },
});
const animal = '{"name":"Rex","categoryId":1}';
export const addPet = (apiKey: string, key?: string): Request => ({
  method: 'POST',
  path: '/v1/pets',
  headers: {
    Authorization: `Bearer ${apiKey}`,
    'Content-Type': 'application/json',
    'Content-Length': `${animal.length}`,
    ...(key !== undefined && { 'Idempotency-Key': key }),
  },
  body: animal,
});
