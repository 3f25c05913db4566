import type { CallOptions } from '../client-options.ts';
import { int64Digits } from '../int64.ts';
import type { Pet } from '../pet.ts';
import { readPet } from '../pet-json.ts';
import type { Transport } from '../transport.ts';

/** Fetches one animal. */
export type GetPet = (id: bigint | number, options?: CallOptions) => Promise<Pet>;

/** `GET /pets/{petId}` (docs/interface.md, section 4.3). */
export const getPet =
  (send: Transport, base: string): GetPet =>
  async (id, options) =>
    send(
      { operation: 'getPet', method: 'GET', url: `${base}/pets/${int64Digits('id', id)}` },
      { status: 200, read: readPet },
      options,
    );
