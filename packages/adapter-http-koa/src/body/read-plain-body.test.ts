import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { chunk } from '../../test/spell-request.ts';
import { readPlainBody } from './read-plain-body.ts';

const limit = 40;

const bytes = fc.uint8Array({ minLength: 1, maxLength: 30 }).map((piece) => Buffer.from(piece).toString('latin1'));
const pieces = fc.oneof(
  fc.array(bytes, { maxLength: 4 }),
  fc.constantFrom([...'x'.repeat(limit)], ['x'.repeat(limit)], ['x'.repeat(limit), 'x']),
);

it('reads the bytes of a body, in any pieces', async () => {
  let end: (outcome: Buffer | string) => void = () => undefined;
  const server = createServer(async (req, res) => {
    end(await readPlainBody(req, limit));
    res.end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  const send = async (body: readonly string[], isChunked: boolean, isCut: boolean): Promise<Buffer | string> => {
    const { promise, resolve } = Promise.withResolvers<Buffer | string>();
    end = resolve;
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    const framing = isChunked
      ? 'Transfer-Encoding: chunked'
      : `Content-Length: ${body.join('').length + (isCut ? 1 : 0)}`;
    socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\n${framing}\r\n\r\n`);
    for (const piece of body) {
      await setImmediate();
      socket.write(isChunked ? chunk(piece) : piece, 'latin1');
    }
    if (isCut) socket.end();
    else if (isChunked) socket.write(chunk(''));
    const outcome = await promise;
    socket.destroy();
    return outcome;
  };

  await fc.assert(
    fc.asyncProperty(pieces, fc.boolean(), fc.boolean(), async (body, isChunked, isCut) => {
      const whole = Buffer.from(body.join(''), 'latin1');
      const expected = isCut ? 'incomplete' : whole;
      expect(await send(body, isChunked, isCut)).toEqual(whole.length > limit ? 'too-large' : expected);
    }),
  );
});

it.each<[string, (body: Readable) => unknown, unknown]>([
  ['whole', (body) => body.push(null), Buffer.alloc(0)],
  ['too large', (body) => body.push('x'.repeat(limit + 1)), 'too-large'],
  ['lost', (body) => body.destroy(new Error('lost')), 'incomplete'],
  ['closed', (body) => body.destroy(), 'incomplete'],
])('listens no longer to a body that is %s', async (_, finish, outcome) => {
  const body = new Readable({ read: () => undefined });
  const reading = readPlainBody(body as IncomingMessage, limit);
  finish(body);
  expect(await reading).toEqual(outcome);
  expect(['data', 'end', 'close', 'error'].map((event) => body.listenerCount(event))).toEqual([0, 0, 0, 0]);
});
