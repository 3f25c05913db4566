import { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { WholeRequest } from '../body/read-plain-body.ts';
import { maxSmallPieces, smallPieceBytes } from '../limits.ts';
import type { UnreadBody } from '../message/request.ts';
import { closeQuietly } from './parser-shortcuts.ts';

/** Pieces of a body are copied together up to this size, in bytes, before they are passed on. */
const blockBytes = 16 * 1024;

const nothing = Buffer.alloc(0);

/** Who waits for a whole body of at most `limit` bytes. */
interface Reader {
  readonly limit: number;
  readonly give: (outcome: Buffer | UnreadBody) => void;
}

/**
 * Creates the class of a request that holds at most 3 bytes for each unread byte of its body. Node.js 24 queues an
 * object of about 260 bytes for each chunk or TCP segment: 64 KiB in chunks of one byte take 17 MB while the API key is
 * checked, and as much again in the array of raw-body 2.5. `onTooManyPieces` is called once, if a body exceeds
 * `maxSmallPieces`; the rest of that body is ignored, and the socket is no longer read.
 */
export const createCompactRequest = (
  onTooManyPieces: (socket: Socket) => void,
): (new (socket: Socket) => WholeRequest) & typeof IncomingMessage =>
  class CompactRequest extends IncomingMessage implements WholeRequest {
    #block: Buffer = nothing;
    #used = 0;
    #smallPieces = 0;
    #isHandedOn = false;
    #reader: Reader | undefined;

    readWhole(limit: number): Promise<Buffer | UnreadBody> | undefined {
      if (this.#isHandedOn || this.destroyed) return undefined;
      return new Promise((give) => {
        this.#reader = { limit, give };
      });
    }

    // The HTTP parser calls this method with each piece of the body, and with null at its end.
    override push(piece: Buffer | null): boolean {
      // With false, Node.js would stop reading each time.
      if (this.#smallPieces > maxSmallPieces) return true;
      if (piece === null) return this.#end();
      if (piece.length < smallPieceBytes) this.#smallPieces += 1;
      if (this.#smallPieces > maxSmallPieces) {
        this.#block = nothing;
        onTooManyPieces(this.socket);
        return false;
      }
      this.#append(piece);
      if (this.#reader === undefined) return this.#used < blockBytes || this.#handOn();
      if (this.#used > this.#reader.limit) this.#settle('too-large');
      return true;
    }

    // The method of Node.js starts reading from the socket again.
    override _read(size: number): void {
      if (this.#smallPieces <= maxSmallPieces) super._read(size);
    }

    // Node.js calls this method if the response is sent before the body is read. Its own version would then skip
    // `push`, so that small pieces would cost time without limit. A request without a body is destroyed from the start.
    _dump(): void {
      if (!this.destroyed) this.resume();
    }

    override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
      this.#settle('incomplete');
      super._destroy(error, callback);
    }

    #settle(outcome: Buffer | UnreadBody): void {
      if (this.#reader === undefined) return;
      const { give } = this.#reader;
      this.#reader = undefined;
      this.#block = nothing;
      this.#used = 0;
      give(outcome);
    }

    #end(): boolean {
      if (this.#reader === undefined) {
        this.#handOn();
        return super.push(null);
      }
      this.#settle(this.#block.subarray(0, this.#used));
      if (!closeQuietly(this)) {
        super.push(null);
        this.resume();
      }
      return true;
    }

    #append(piece: Buffer): void {
      const length = this.#used + piece.length;
      if (this.#used === 0) {
        // Most bodies have only one piece, which is not copied.
        this.#block = piece;
      } else {
        if (length > this.#block.length) {
          const larger = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.#block.length));
          this.#block.copy(larger, 0, 0, this.#used);
          this.#block = larger;
        }
        piece.copy(this.#block, this.#used);
      }
      this.#used = length;
    }

    #handOn(): boolean {
      this.#isHandedOn = true;
      // For a request without a body, Node.js would try to read more.
      if (this.#used === 0) return true;
      const block = this.#block.subarray(0, this.#used);
      this.#block = nothing;
      this.#used = 0;
      return super.push(block);
    }
  };
