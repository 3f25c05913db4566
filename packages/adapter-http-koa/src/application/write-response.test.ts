import { once } from 'node:events';
import { createServer, request as httpRequest, IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import * as fc from 'fast-check';
import Koa from 'koa';
import { expect, it, onTestFinished } from 'vitest';
import { setHeader } from '../response/response-headers.ts';
import { writeResponse } from './write-response.ts';

interface Draft {
  readonly method: string;
  readonly status: number;
  readonly body: string | Buffer | undefined;
  /** Whether the length of the body is given. */
  readonly isMeasured: boolean;
  /** Set by `setHeader`. */
  readonly listed: Readonly<Record<string, string>>;
  /** Set by `ctx.set`. */
  readonly set: Readonly<Record<string, string>>;
}

const value = fc.string({ unit: fc.constantFrom('a', 'Z', '0', ';', '"', ' ', '='), minLength: 1, maxLength: 20 });
const text = fc.string({ unit: 'binary', maxLength: 200 });

const draft: fc.Arbitrary<Draft> = fc
  .record({
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'OPTIONS'),
    status: fc.constantFrom(200, 201, 204, 304, 400, 401, 404, 405, 408, 413, 415, 417, 422, 429, 431, 500, 503),
    body: fc.oneof(
      text,
      text.map((content) => Buffer.from(content)),
    ),
    isMeasured: fc.boolean(),
    listed: fc.record({ Link: value, 'X-Request-Id': value, Allow: value }, { requiredKeys: [] }),
    set: fc.record({ Connection: fc.constantFrom('close', 'keep-alive'), Vary: value }, { requiredKeys: [] }),
  })
  .map(({ body, ...rest }) => ({ ...rest, body: rest.status === 204 || rest.status === 304 ? undefined : body }));

const start = async (listener: RequestListener): Promise<(method: string) => Promise<unknown>> => {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return async (method) => {
    const request = httpRequest({ port, host: '127.0.0.1', method, agent: false }).end();
    const [response] = await once(request, 'response');
    const body = Buffer.concat(await response.toArray()).toString('latin1');
    const { date, ...headers } = response.headers;
    return { status: response.statusCode, message: response.statusMessage, headers, body };
  };
};

it('writes the same response as Koa', async () => {
  let current: Draft | undefined;
  const ours = await start((_, res) => {
    if (current === undefined) return;
    for (const [name, written] of Object.entries(current.listed)) setHeader(res, name, written);
    if (current.body !== undefined) setHeader(res, 'Content-Type', 'application/json');
    for (const [name, written] of Object.entries(current.set)) res.setHeader(name, written);
    const { body, isMeasured } = current;
    const bytes = isMeasured && body !== undefined ? Buffer.byteLength(body) : undefined;
    writeResponse(res, { ...current, bytes });
  });
  const app = new Koa().use((ctx) => {
    if (current === undefined) return;
    ctx.status = current.status;
    ctx.set({ ...current.listed, ...current.set });
    if (current.body === undefined) return;
    ctx.set('Content-Type', 'application/json');
    ctx.body = current.body;
  });
  const koas = await start(app.callback() as RequestListener);
  await fc.assert(
    fc.asyncProperty(draft, async (next) => {
      current = next;
      expect(await ours(next.method)).toEqual(await koas(next.method));
    }),
  );
});

it('does not write a second response, or one on a lost connection', () => {
  const written = new ServerResponse(new IncomingMessage(new Socket()));
  written.writeHead(408).end();
  const lost = new ServerResponse(new IncomingMessage(new Socket()));
  lost.assignSocket(new Socket().destroy());
  for (const res of [written, lost]) writeResponse(res, { status: 201, body: 'late' });
  expect([written.statusCode, lost.statusCode, lost.writableEnded]).toEqual([408, 200, true]);
});
