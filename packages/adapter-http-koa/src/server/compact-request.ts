import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Size, in bytes, up to which the pieces of a body are copied together before they are handed on. */
const blockBytes = 16 * 1024;

const nothing = Buffer.alloc(0);

/** Size, in bytes, below which a piece of a body counts as small. TCP segments, even of slow networks, are larger. */
export const smallPieceBytes = 1024;

/**
 * How many small pieces the body of a request may have. Each costs about 0.5 µs in the HTTP parser, however few bytes it
 * has, so this many cost about 2 ms. A client that sends a body byte by byte can still send 4,000 bytes.
 */
export const maxSmallPieces = 4_096;

/**
 * Creates the class of a request that holds at most 3 bytes for each byte of its body that is not read yet. Node.js 24
 * queues an object of about 260 bytes for each chunk or TCP segment: 64 KiB in chunks of one byte take 17 MB while the
 * API key is checked, and again in the array that raw-body 2.5 collects them in. `onTooManyPieces` is called once when a
 * body exceeds `maxSmallPieces`; the rest of that body is ignored, and the socket is no longer read.
 */
export const createCompactRequest = (onTooManyPieces: (socket: Socket) => void): typeof IncomingMessage =>
  class CompactRequest extends IncomingMessage {
    #block: Buffer = nothing;
    #used = 0;
    #smallPieces = 0;

    // The HTTP parser calls this method with each piece of the body, and with null at its end.
    override push(piece: Buffer | null): boolean {
      // Node.js would stop reading again with each false.
      if (this.#smallPieces > maxSmallPieces) return true;
      if (piece === null) {
        if (this.#used > 0) this.#handOn();
        return super.push(null);
      }
      if (piece.length < smallPieceBytes) this.#smallPieces += 1;
      if (this.#smallPieces > maxSmallPieces) {
        this.#block = nothing;
        onTooManyPieces(this.socket);
        return false;
      }
      this.#append(piece);
      return this.#used < blockBytes || this.#handOn();
    }

    // Node.js begins to read the socket again here.
    override _read(size: number): void {
      if (this.#smallPieces <= maxSmallPieces) super._read(size);
    }

    // Node.js calls this method when the response is sent before the body is read. Its own would skip `push` from then
    // on, so that small pieces would cost time without limit.
    _dump(): void {
      this.resume();
    }

    #append(piece: Buffer): void {
      const length = this.#used + piece.length;
      if (this.#used === 0) {
        // Most bodies have only one piece: it is not copied.
        this.#block = piece;
      } else {
        if (length > this.#block.length) {
          const larger = Buffer.allocUnsafeSlow(Math.max(length, Math.min(2 * this.#block.length, blockBytes)));
          this.#block.copy(larger, 0, 0, this.#used);
          this.#block = larger;
        }
        piece.copy(this.#block, this.#used);
      }
      this.#used = length;
    }

    #handOn(): boolean {
      const block = this.#block.subarray(0, this.#used);
      this.#block = nothing;
      this.#used = 0;
      return super.push(block);
    }
  };
