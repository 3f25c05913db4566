import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** A response as it was received. */
export interface RawResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly bodyText: string;
}

/**
 * Sends bytes unchanged to a port of this machine, and reads a single response until the server ends the connection.
 */
export const sendRawRequest = async (port: number, bytes: string): Promise<RawResponse> => {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write(bytes);
  const received = await text(socket);
  const [head = '', ...body] = received.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const),
    bodyText: body.join('\r\n\r\n'),
  };
};

/** Spells a request with `Connection: close`. */
export const rawRequest = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): string => {
  const all = { Host: 'api.test', Connection: 'close', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
};
