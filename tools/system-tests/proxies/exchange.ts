import { once } from 'node:events';
import { rawRequest } from '@animal-store/testkit/http';
import { makeApiKey } from '@animal-store/testkit/service';
import { expect } from 'vitest';
import { type Connecting, host, openSocket } from './send.ts';

export const apiKey: string = makeApiKey();

/** The origin of pages that the files of `deploy/proxy` have as a placeholder. */
export const page = 'https://shop.example';

/** Spells a request of such a page, on a connection of its own. */
export const spell = (line: string, headers: readonly string[] = [], body = ''): string => {
  const own = [`Host: ${host}`, `Authorization: Bearer ${apiKey}`, 'Connection: close', `Origin: ${page}`];
  return rawRequest(line, [...own, ...headers], body);
};

/**
 * What a client gets: the status; of an error its code, or its content type if it is not an Error of the API, with the
 * `Cache-Control` of an error that may be stored; the seconds of `Retry-After`; `cors` if the page can read it. `closed` is the
 * end of the connection without a response. A success without the `X-Request-Id` of the service is one that was not forwarded.
 */
export type Outcome = string;

const outcomeOf = (received: string): Outcome => {
  const [, head = '', body = ''] = /^(HTTP\/1\.[01] \d{3} .*?\r\n)\r\n(.*)$/s.exec(received) ?? [];
  if (head === '') return received === '' ? 'closed' : received;
  const status = Number(head.slice(9, 12));
  const header = (name: string): string =>
    [...head.matchAll(new RegExp(`^${name}: (.*)\r$`, 'gim'))].map(([, value]) => value).join(' ');
  if (status < 400) return header('X-Request-Id') === '' ? `${status} not forwarded` : `${status}`;
  const type = header('Content-Type');
  const { code = type, ...rest } = type === 'application/json' ? JSON.parse(body) : {};
  if (type === 'application/json') expect(rest).toEqual({ message: expect.any(String), status });
  const [caching, retryAfter] = [header('Cache-Control'), header('Retry-After')];
  const origin = header('Access-Control-Allow-Origin');
  if (origin !== '') expect(header('Access-Control-Expose-Headers')).toContain('Retry-After');
  const words = [
    `${status} ${code}`,
    ...(caching === 'no-store' ? [] : [`cache=${caching}`]),
    ...(retryAfter === '' ? [] : [`retry-after=${retryAfter}`]),
    ...(origin === '' ? [] : [origin === page ? 'cors' : origin]),
  ];
  return words.join(' ');
};

/** Sends bytes on a connection of its own, by TLS or by TCP. Returns the outcome once the connection is closed. */
export const exchange = async (port: number, bytes: string, how?: Partial<Connecting>): Promise<Outcome> => {
  const socket = openSocket(port, { isSecure: true, ...how }).setEncoding('latin1');
  let received = '';
  socket.on('data', (text) => {
    received += text;
  });
  socket.write(bytes, 'latin1');
  if (!socket.closed) await once(socket, 'close');
  return outcomeOf(received);
};
