import type { CallOptions } from '../client-options.ts';
import type { Exchange } from '../exchange.ts';
import { int64Digits } from '../int64.ts';
import type { Pet } from '../pet.ts';
import { readPet } from '../pet-json.ts';

/** Fetches one animal. */
export type GetPet = (id: bigint | number, options?: CallOptions) => Promise<Pet>;

/** `GET /pets/{petId}` (docs/interface.md, section 4.3). */
export const getPet =
  (exchange: Exchange, base: string): GetPet =>
  async (id, options) =>
    exchange(
      { operation: 'getPet', method: 'GET', url: `${base}/pets/${int64Digits('id', id)}` },
      { status: 200, read: readPet },
      options,
    );
