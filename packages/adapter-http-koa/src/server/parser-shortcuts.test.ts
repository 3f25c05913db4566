import { once } from 'node:events';
import { createServer, IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { chunk, spell } from '../../test/spell-request.ts';
import { closeQuietly, cutOff, dropBody, ignoreRest } from './parser-shortcuts.ts';

/** Sends bytes to a server of Node.js with this class of requests, until the server closes the connection. */
const receive = async (listener: RequestListener, bytes: string, Request = IncomingMessage): Promise<void> => {
  const server = createServer({ IncomingMessage: Request }, listener).listen(0);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port).on('error', () => undefined);
  client.write(bytes);
  client.resume();
  await once(client, 'close');
};

const chunked = spell('POST /', ['Transfer-Encoding: chunked']);

it('cut off a connection in the middle of a piece of data', async () => {
  let parsed = 0;
  class CountedRequest extends IncomingMessage {
    constructor(socket: Socket) {
      super(socket);
      parsed += 1;
    }
  }
  await receive(({ socket }) => cutOff(socket), spell('GET /').repeat(100), CountedRequest);
  // Node.js makes the second request before it calls the replaced function.
  expect(parsed).toBe(2);
});

it('ignore requests that arrive later, and see the end of the connection', async () => {
  let parsed = 0;
  const server = createServer((req, res) => {
    parsed += 1;
    if (parsed === 2) ignoreRest(req.socket);
    res.end();
  }).listen(0);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port);
  for (let sent = 0; sent < 2; sent += 1) {
    client.write(spell('GET /'));
    await once(client, 'data');
  }
  client.end(spell('GET /').repeat(2));
  await once(client.resume(), 'close');
  expect(parsed).toBe(2);
});

it('drop the rest of a body that has arrived', async () => {
  let pieces = 0;
  class DroppedBody extends IncomingMessage {
    override push(piece: unknown): boolean {
      pieces += 1;
      if (pieces === 3) dropBody(this.socket);
      return super.push(piece);
    }
  }
  await receive(({ socket }) => setTimeout(() => socket.destroy(), 50), chunked + chunk('x').repeat(100), DroppedBody);
  expect(pieces).toBe(3);
});

it('change nothing of a parser that Node.js has renamed', () => {
  const parser = {};
  dropBody(Object.assign(new Socket(), { parser }));
  expect(Reflect.ownKeys(parser)).toEqual([]);
});

it('close a request whose body has arrived, and let the next one come', async () => {
  const closed: boolean[] = [];
  class ReadBody extends IncomingMessage {
    override push(piece: unknown): boolean {
      if (piece === null) closed.push(closeQuietly(this), this.readableEnded);
      return true;
    }
  }
  const last = spell('POST /', ['Content-Length: 2', 'Connection: close']);
  await receive((_, res) => res.end(), `${chunked}${chunk('x')}0\r\n\r\n${last}{}`, ReadBody);
  expect(closed).toEqual([true, true, true, true]);
});
