import { once } from 'node:events';
import { rawRequest } from '@animal-store/testkit/http';
import { makeApiKey } from '@animal-store/testkit/service';
import { expect } from 'vitest';
import { openSocket } from './send.ts';

export const apiKey: string = makeApiKey();

/** The origin of pages that the files of `deploy/proxy` have as a placeholder. */
export const page = 'https://shop.example';

/** Spells a request of such a page, on a connection of its own. */
export const spell = (
  line: string,
  headers: readonly string[] = [],
  body = '',
  host: readonly string[] = ['Host: animals.example'],
): string =>
  rawRequest(
    line,
    [...host, `Authorization: Bearer ${apiKey}`, 'Connection: close', `Origin: ${page}`, ...headers],
    body,
  );

/**
 * What a client gets: the status; of an error its code, or its content type if it is not an Error of the API; the seconds of
 * `Retry-After`; `cors` if the page can read it. `closed` is the end of the connection without a response.
 */
export type Outcome = string;

const outcomeOf = (received: string): Outcome => {
  const [, head = '', body = ''] = /^(HTTP\/1\.[01] \d{3} .*?\r\n)\r\n(.*)$/s.exec(received) ?? [];
  if (head === '') return received === '' ? 'closed' : received;
  const status = Number(head.slice(9, 12));
  if (status < 400) return `${status}`;
  const header = (name: string): string =>
    [...head.matchAll(new RegExp(`^${name}: (.*)\r$`, 'gim'))].map(([, value]) => value).join(' ');
  const type = header('Content-Type');
  const { code = type, ...rest } = type === 'application/json' ? JSON.parse(body) : {};
  if (type === 'application/json') expect(rest).toEqual({ message: expect.any(String), status });
  const [retryAfter, origin] = [header('Retry-After'), header('Access-Control-Allow-Origin')];
  if (origin !== '') expect(header('Access-Control-Expose-Headers')).toContain('Retry-After');
  const words = [status, code, retryAfter && `retry-after=${retryAfter}`, origin === page ? 'cors' : origin];
  return words.filter((word) => word !== '').join(' ');
};

/** Sends bytes on a connection of its own, by TLS or by TCP. Returns the outcome once the connection is closed. */
export const exchange = async (port: number, bytes: string, isSecure = true, from?: string): Promise<Outcome> => {
  const socket = openSocket(port, isSecure, from).setEncoding('latin1');
  let received = '';
  socket.on('data', (text) => {
    received += text;
  });
  socket.write(bytes, 'latin1');
  if (!socket.closed) await once(socket, 'close');
  return outcomeOf(received);
};
