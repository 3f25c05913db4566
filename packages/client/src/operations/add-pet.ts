import type { AnimalStoreClient } from '../animal-store-client.ts';
import { isIdempotencyKey, newIdempotencyKey } from '../idempotency-key.ts';
import { newPetJson, readPet } from '../pet-json.ts';
import type { Transport } from '../transport.ts';

/** `POST /pets` (docs/interface.md, section 4.2), always with an Idempotency-Key. */
export const addPet =
  (send: Transport, base: string): AnimalStoreClient['addPet'] =>
  async (newPet, options) => {
    const idempotencyKey = options?.idempotencyKey ?? newIdempotencyKey();
    if (!isIdempotencyKey(idempotencyKey)) {
      throw new TypeError('idempotencyKey must be 1 to 255 visible ASCII characters');
    }
    // JSON writes visible ASCII like the String of a structured field (RFC 9651, section 3.3.3). The key is always quoted,
    // because a bare key that has quotes itself would mean the key without them.
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': JSON.stringify(idempotencyKey) };
    return send(
      { operation: 'addPet', method: 'POST', url: `${base}/pets`, headers, body: newPetJson(newPet), idempotencyKey },
      { status: 201, read: readPet },
      options,
    );
  };
