import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import Koa from 'koa';
import koaBodyparser from 'koa-bodyparser';
import { expect, it, onTestFinished } from 'vitest';
import { readPlainBody } from './read-plain-body.ts';

const limit = 40;

const options: koaBodyparser.Options & { readonly encoding: null } = {
  enableTypes: ['text'],
  textLimit: `${limit}b`,
  encoding: null,
};

/** Reads each body with koa-bodyparser on one path and with the reader on another, and returns the outcome. */
const createReaders = (ended: (outcome: string) => void): Koa => {
  const parse = koaBodyparser(options);
  const app = new Koa().on('error', () => undefined);
  return app.use(async (ctx) => {
    if (ctx.path === '/reader') {
      const outcome = await readPlainBody(ctx.req, limit);
      ended(typeof outcome === 'string' ? outcome : outcome.toString('latin1'));
    } else {
      const done = parse(ctx, () => Promise.resolve());
      const outcome = await done.then(
        () => Buffer.from((ctx.request.body as Buffer | string) || '').toString('latin1'),
        (error: { readonly status: number }) => (error.status === 413 ? 'too-large' : 'incomplete'),
      );
      ended(outcome);
    }
    ctx.body = '';
  });
};

const bytes = fc.uint8Array({ minLength: 1, maxLength: 30 }).map((piece) => Buffer.from(piece).toString('latin1'));
const pieces = fc.oneof(
  fc.array(bytes, { maxLength: 4 }),
  fc.constantFrom([...'x'.repeat(limit)], ['x'.repeat(limit)], ['x'.repeat(limit), 'x']),
);

it('reads the same bytes as koa-bodyparser', async () => {
  let end: (outcome: string) => void = () => undefined;
  const server = createServer(createReaders((outcome) => end(outcome)).callback()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const send = async (path: string, body: readonly string[], isChunked: boolean, isCut: boolean): Promise<string> => {
    const outcome = new Promise<string>((resolve) => {
      end = resolve;
    });
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    const length = body.join('').length + (isCut ? 1 : 0);
    const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
    socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n${framing}\r\n\r\n`);
    for (const piece of body) {
      await setImmediate();
      socket.write(isChunked ? `${piece.length.toString(16)}\r\n${piece}\r\n` : piece, 'latin1');
    }
    if (isCut) socket.end();
    else if (isChunked) socket.write('0\r\n\r\n');
    const found = await outcome;
    socket.destroy();
    return found;
  };

  await fc.assert(
    fc.asyncProperty(pieces, fc.boolean(), fc.boolean(), async (body, isChunked, isCut) => {
      // A longer Content-Length is refused before the body is read.
      fc.pre(isChunked || body.join('').length + (isCut ? 1 : 0) <= limit);
      const found = await send('/reader', body, isChunked, isCut);
      expect(found).toBe(await send('/parser', body, isChunked, isCut));
      const isTooLarge = body.join('').length > limit;
      expect(found).toBe(isTooLarge ? 'too-large' : isCut ? 'incomplete' : body.join(''));
    }),
  );
});

it.each<[string, (body: Readable) => unknown, unknown]>([
  ['whole', (body) => body.push(null), Buffer.alloc(0)],
  ['too large', (body) => body.push('x'.repeat(limit + 1)), 'too-large'],
  ['lost', (body) => body.destroy(new Error('lost')), 'incomplete'],
])('listens no longer to a body that is %s', async (_, finish, outcome) => {
  const body = new Readable({ read: () => undefined });
  const reading = readPlainBody(body as IncomingMessage, limit);
  finish(body);
  expect(await reading).toEqual(outcome);
  expect(['data', 'end', 'close', 'error'].map((event) => body.listenerCount(event))).toEqual([0, 0, 0, 0]);
});
