import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { AtEnd } from '@animal-store/testkit/at-end';
import { startServer } from '@animal-store/testkit/start-server';

/** What an instance does with a request that has arrived completely. */
type Fate = (response: ServerResponse, request: IncomingMessage) => unknown;

/** The service marks each response with a request id. */
export const respond: Fate = (response) => response.writeHead(200, { 'X-Request-Id': 'a' }).end('{}');
export const hang: Fate = () => undefined;
export const cut: Fate = (_, { socket }) => socket.destroy();
export const after =
  (milliseconds: number, fate: Fate): Fate =>
  async (response, request) => {
    await pause(milliseconds);
    fate(response, request);
  };

/** Starts an instance that is always ready, and hands every other request to a fate. Returns its port. */
export const startInstance = (fate: Fate, atEnd?: AtEnd): Promise<number> => {
  // As in the service: nginx would send a request on a connection that is closed at that moment.
  const server = createServer({ keepAliveTimeout: 65_000 }, async (request, response) => {
    if (request.url === '/readyz' || request.url === '/livez') return void response.end('{}');
    request.on('error', () => undefined).resume();
    await once(request, 'end').catch(() => undefined);
    fate(response, request);
  });
  return startServer(server, atEnd);
};
