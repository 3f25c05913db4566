import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isObserved, observe, requestIdOf } from './observe.ts';
import { announce } from './peer.ts';

const observed =
  (listener: RequestListener): RequestListener =>
  (req, res) => {
    const begin = performance.now();
    const requestId = requestIdOf(req);
    const { method = '', url = '' } = req;
    const route = url.startsWith('/v1/pets/') ? '/v1/pets/{petId}' : '/v1/pets';
    res.setHeader('X-Request-Id', requestId);
    res.once('close', () => observe({ requestId, method, route, status: res.statusCode, begin }));
    listener(req, res);
  };

/** Runs a listener of node:http on a port that the system chooses. */
export const serve = (listener: RequestListener): void => {
  const server = createServer(isObserved ? observed(listener) : listener).listen(0, '127.0.0.1', () => {
    announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
};
