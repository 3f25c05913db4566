import type { AnimalStoreClient, CallOptions, OperationName } from '../src/animal-store-client.ts';
import { type Fate, jsonResponse } from './fakes.ts';

/** A call of an operation, for what all of them have in common. */
interface CallSample {
  readonly call: (client: AnimalStoreClient, options?: CallOptions) => Promise<unknown>;
  readonly request: string;
  readonly response: () => Fate;
  /** The response to a retry, if the service has done the request and its response was lost. */
  readonly again: () => Fate;
  /** What the call then returns or rejects with. */
  readonly outcome: unknown;
}

const pet = { id: 7n, name: 'Rex', categoryId: 1n };
const found = () => jsonResponse(200, '{"id":7,"name":"Rex","categoryId":1}');
const empty = () => jsonResponse(200, '[]');
const added = () => jsonResponse(201, '{"id":7,"name":"Rex","categoryId":1}');

const samples: Readonly<Record<OperationName, CallSample>> = {
  listPets: {
    call: ({ listPets }, options) => listPets({}, options),
    request: 'GET /v1/pets',
    response: empty,
    again: empty,
    outcome: { pets: [] },
  },
  addPet: {
    call: ({ addPet }, options) => addPet({ name: 'Rex', categoryId: 1 }, options),
    request: 'POST /v1/pets',
    response: added,
    // By the Idempotency-Key, the service knows the animal that it has added.
    again: added,
    outcome: pet,
  },
  getPet: {
    call: ({ getPet }, options) => getPet(7n, options),
    request: 'GET /v1/pets/7',
    response: found,
    again: found,
    outcome: pet,
  },
};

/** A sample of each operation by its name. The compiler requires all of them. */
export const calls = Object.entries(samples);
