import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import Koa from 'koa';
import { describe, expect, it, vi } from 'vitest';
import type { TrackedConnection } from '../client-connection.ts';
import type { CompleteResponse } from '../message/response.ts';
import type { Pipeline } from '../pipeline.ts';
import { createKoaMiddleware } from './koa-middleware.ts';
import { createNodeListener } from './node-listener.ts';
import type { RequestReport } from './report-request.ts';
import { writeResponse } from './write-response.ts';

const response: CompleteResponse = {
  status: 201,
  headers: ['Content-Type', 'text/plain'],
  body: 'added',
  bytes: 5,
  route: '/a',
};

const handle = (isMounted: boolean, respond: Pipeline['respond']) => {
  const told: unknown[] = [];
  const clientConnection: TrackedConnection = {
    accept: (of, key) => told.push(of, key),
    reject: () => told.push('rejected'),
    waitToSend: (bytes) => void told.push(bytes),
  };
  const req = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url: '/a?b', clientConnection });
  const res = new ServerResponse(req);
  const reports: RequestReport[] = [];
  const report = (request: RequestReport): void => void reports.push(request);
  const pipeline: Pipeline = {
    respond,
    complete: (_, fault) => ({ ...fault, route: '/a' }),
    routeOf: (path) => `route of ${path}`,
    serves: () => true,
  };
  const passOn = (): Promise<never> => Promise.reject(new Error('passed on'));
  const work: unknown = isMounted
    ? createKoaMiddleware(pipeline, report)(new Koa().createContext(req, res), passOn)
    : createNodeListener(pipeline, report)(req, res);
  return { req, res, work, reports, told };
};

describe.each([
  ['listener', false],
  ['middleware', true],
])('the %s', (_, isMounted) => {
  it('reports and releases a request once, after its response', async () => {
    const release = vi.fn();
    const { res, work, reports } = handle(isMounted, () => ({ ...response, release }));
    await work;
    expect([res.statusCode, release.mock.calls.length]).toEqual([201, 0]);
    // A response that waits for its turn may be closed twice.
    for (let times = 0; times < 2; times += 1) res.emit('close');
    expect([release.mock.calls.length, reports.map(({ route }) => route)]).toEqual([1, ['/a']]);
  });

  it('reports a lost request at once, with its key, and releases it when the work is done', async () => {
    const { promise, resolve } = Promise.withResolvers<CompleteResponse>();
    const release = vi.fn();
    const { req, res, work, reports, told } = handle(isMounted, ({ connection }) => {
      connection.accept('abcdefgh' as never);
      connection.reject();
      connection.waitToSend(7);
      return promise;
    });
    res.destroy();
    res.emit('close');
    expect(told).toEqual([req, 'abcdefgh', 'rejected', 7]);
    expect(reports).toMatchObject([{ status: 499, route: 'route of /a', apiKeyId: 'abcdefgh', aborted: true }]);
    resolve({ ...response, release });
    await work;
    expect(release).toHaveBeenCalledTimes(1);
  });
});

it('the listener loses the connection when Node.js refuses the response, instead of the client waiting', () => {
  const { res, reports } = handle(false, () => ({ ...response, status: 99 }));
  res.emit('close');
  expect([res.destroyed, reports.map(({ failure }) => failure)]).toEqual([true, [expect.any(RangeError)]]);
});

it('a response is not written twice, or on a lost connection', () => {
  const written = new ServerResponse(new IncomingMessage(new Socket()));
  written.writeHead(408).end();
  const lost = new ServerResponse(new IncomingMessage(new Socket()));
  lost.assignSocket(new Socket().destroy());
  for (const res of [written, lost]) writeResponse(res, response);
  expect([written.statusCode, lost.statusCode, lost.writableEnded]).toEqual([408, 200, true]);
});

it('a response that is not ASCII is written in UTF-8', () => {
  const res = new ServerResponse(new IncomingMessage(new Socket()));
  const end = vi.spyOn(res, 'end');
  writeResponse(res, { ...response, body: 'Žofie', bytes: 6 });
  expect(end).toHaveBeenCalledWith('Žofie', 'utf8');
});
