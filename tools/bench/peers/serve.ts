import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SampleAnimal } from '../operations.ts';
import { observe, requestIdOf } from './observe.ts';
import { announce, errors, isKnown, readText, respond } from './peer.ts';

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
  const server = createServer(observed(listener)).listen(0, '127.0.0.1', () => {
    announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
};

/** The operations of a loop on a driver. Each returns the JSON text of its response. */
export interface StoreLoop {
  readonly list: (limit: number, status: SampleAnimal['status'] | null) => Promise<string>;
  readonly create: (text: string) => Promise<string>;
  readonly find: (id: bigint) => Promise<string | undefined>;
}

/** Serves a loop on a driver: no router, no validation. */
export const serveLoop = ({ list, create, find }: StoreLoop): void =>
  serve((req, res) => {
    const { method, url = '', headers } = req;
    const run = (outcome: Promise<string | undefined>, status: number): void =>
      void outcome.then(
        (json) => (json === undefined ? respond(res, 404, errors[404]) : respond(res, status, json)),
        (error) => respond(res, 500, JSON.stringify(String(error))),
      );
    if (!isKnown(headers.authorization)) return respond(res, 401, errors[401]);
    if (method === 'POST') return readText(req, (text) => run(create(text), 201));
    if (url.startsWith('/v1/pets/')) return run(find(BigInt(url.slice('/v1/pets/'.length))), 200);
    const query = url.indexOf('?');
    const parameters = query < 0 ? undefined : new URLSearchParams(url.slice(query));
    const status = parameters?.get('status') as SampleAnimal['status'] | null;
    run(list(Number(parameters?.get('limit') ?? 20), status), 200);
  });
