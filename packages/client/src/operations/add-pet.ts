import type { AddPetOptions } from '../client-options.ts';
import type { Exchange } from '../exchange.ts';
import { isIdempotencyKey, newIdempotencyKey } from '../idempotency-key.ts';
import type { NewPet, Pet } from '../pet.ts';
import { newPetJson, readPet } from '../pet-json.ts';

/** Adds an animal, once however often the request had to be sent. */
export type AddPet = (newPet: NewPet, options?: AddPetOptions) => Promise<Pet>;

/** `POST /pets` (docs/interface.md, section 4.2), always with an Idempotency-Key. */
export const addPet =
  (exchange: Exchange, base: string): AddPet =>
  async (newPet, options) => {
    const idempotencyKey = options?.idempotencyKey ?? newIdempotencyKey();
    if (!isIdempotencyKey(idempotencyKey)) {
      throw new TypeError('idempotencyKey must be 1 to 255 visible ASCII characters');
    }
    // For such characters the String of a structured field (RFC 9651, section 3.3.3) is written as one of JSON is. Bare,
    // a key in quotes would be taken for the one without.
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': JSON.stringify(idempotencyKey) };
    return exchange(
      { operation: 'addPet', method: 'POST', url: `${base}/pets`, headers, body: newPetJson(newPet), idempotencyKey },
      { status: 201, read: readPet },
      options,
    );
  };
