import type { AnimalStoreClient } from '../animal-store-client.ts';
import { int64Digits } from '../int64.ts';
import { readPet } from '../pet-json.ts';
import type { Transport } from '../transport.ts';

/** `GET /pets/{petId}` (docs/interface.md, section 4.3). */
export const getPet =
  (send: Transport, base: string): AnimalStoreClient['getPet'] =>
  async (id, options) =>
    send(
      { operation: 'getPet', method: 'GET', url: `${base}/pets/${int64Digits('id', id)}` },
      { status: 200, read: readPet },
      options,
    );
