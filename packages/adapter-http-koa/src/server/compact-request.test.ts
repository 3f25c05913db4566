import { once } from 'node:events';
import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { maxSmallPieces, smallPieceBytes } from '../limits.ts';
import { createCompactRequest } from './compact-request.ts';

const createRequest = () => {
  const refused: Socket[] = [];
  const socket = new Socket();
  const request = new (createCompactRequest((of) => void refused.push(of)))(socket);
  return { request, socket, refused };
};

/** A piece in memory of its own, as the HTTP parser makes it. */
const piece = (length: number, byte = 0): Buffer => Buffer.alloc(length, byte);

it('returns the bytes of its body, in at most 3 times their memory, for pieces of any size', async () => {
  const lengths = fc.array(fc.oneof(fc.constant(1), fc.nat({ max: 40_000 })), { maxLength: 40 });
  const onePieceEach = Array.from({ length: 4_000 }, () => 1);
  await fc.assert(
    fc.asyncProperty(lengths, async (sizes) => {
      const { request } = createRequest();
      const pieces = sizes.map((length, index) => piece(length, index));
      for (const each of pieces) request.push(each);
      request.push(null);
      const blocks: Buffer[] = [];
      request.on('data', (block: Buffer) => void blocks.push(block));
      // Everything is buffered, so it takes one turn.
      await setImmediate();
      expect(request.readableEnded).toBe(true);
      const sent = Buffer.concat(pieces);
      expect(Buffer.concat(blocks).equals(sent)).toBe(true);
      expect(blocks.length).toBeLessThanOrEqual(1 + sent.length / 16_384);
      const held = blocks.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
      expect(held).toBeLessThanOrEqual(3 * sent.length);
    }),
    { examples: [[onePieceEach]] },
  );
});

it('gives its whole body to a reader, without events, if the reader comes before a piece is handed on', async () => {
  const blocks = fc.array(fc.nat({ max: 9_000 }), { maxLength: 9 });
  await fc.assert(
    fc.asyncProperty(blocks, blocks, async (before, after) => {
      const { request } = createRequest();
      const pieces = [...before, ...after].map((length, index) => piece(length, index));
      for (const each of pieces.slice(0, before.length)) request.push(each);
      const isHandedOn = request.readableLength > 0;
      const whole = request.readWhole?.(100_000);
      for (const each of pieces.slice(before.length)) request.push(each);
      request.push(null);
      expect(whole === undefined).toBe(isHandedOn);
      expect([request.readableEnded, request.destroyed]).toEqual([!isHandedOn, !isHandedOn]);
      if (whole === undefined) return;
      const given = await whole;
      const sent = Buffer.concat(pieces);
      expect(typeof given === 'object' && given.equals(sent)).toBe(true);
      expect(request.readableLength).toBe(0);
    }),
  );
});

it('tells a reader that its body is too large or incomplete, and drops what it holds', async () => {
  const large = createRequest().request;
  const tooLarge = large.readWhole?.(20_000);
  large.push(piece(20_000));
  large.push(piece(1));
  expect(await tooLarge).toBe('too-large');
  large.push(piece(2));
  large.push(null);
  expect(large.readableLength).toBe(2);

  const lost = createRequest().request;
  const incomplete = lost.readWhole?.(20_000);
  lost.push(piece(1));
  lost.destroy();
  expect(await incomplete).toBe('incomplete');
  expect(lost.readWhole?.(20_000)).toBeUndefined();
});

it('is refused once, and ignores the rest, if it has more than 4,096 small pieces', () => {
  const { request, socket, refused } = createRequest();
  const large = piece(smallPieceBytes);
  for (let sent = 0; sent < maxSmallPieces; sent += 1) {
    request.push(piece(1));
    request.push(large);
  }
  expect(refused).toEqual([]);
  const held = request.readableLength;
  expect(request.push(piece(smallPieceBytes - 1))).toBe(false);
  // With false, Node.js would stop reading each time.
  expect([piece(1), large, null].map((rest) => request.push(rest))).toEqual([true, true, true]);
  expect(refused).toEqual([socket]);
  expect(request.readableLength).toBe(held);
});

it('does not read from the socket again after it is refused', () => {
  for (const [sent, times] of [
    [maxSmallPieces, 1],
    [maxSmallPieces + 1, 0],
  ] as const) {
    const { request, socket } = createRequest();
    let reads = 0;
    // Node.js checks this before it reads from the socket again.
    Object.defineProperty(socket, 'readable', {
      get: () => {
        reads += 1;
        return false;
      },
    });
    for (let index = 0; index < sent; index += 1) request.push(piece(1));
    request.read(0);
    expect(reads).toBe(times);
  }
});

it('does not copy a body that arrives in one piece', () => {
  const { request } = createRequest();
  const only = piece(2_000);
  request.push(only);
  request.push(null);
  expect(request.read().buffer).toBe(only.buffer);
});

it.each([
  [1_024, 1_024],
  [1_025, 2_048],
])('copies %i bytes that arrive one by one into %i, so that most are copied once', (sent, held) => {
  const { request } = createRequest();
  for (let index = 0; index < sent; index += 1) request.push(piece(1));
  request.push(null);
  expect(request.read().buffer.byteLength).toBe(held);
});

it('makes the parser wait if 64 KiB are unread', () => {
  const { request } = createRequest();
  const responses = Array.from({ length: 64 }, () => request.push(piece(1024)));
  expect(responses).toEqual([...Array.from({ length: 63 }, () => true), false]);
});

it('ends by itself after it has given its body, should Node.js have no quiet way', async () => {
  const { request } = createRequest();
  Object.assign(request, { _dumpAndCloseReadable: undefined });
  const whole = request.readWhole?.(10);
  const ended = once(request, 'close');
  expect([request.push(piece(3)), request.push(null)]).toEqual([true, true]);
  expect(await whole).toEqual(piece(3));
  await ended;
  expect(request.readableEnded).toBe(true);
});
