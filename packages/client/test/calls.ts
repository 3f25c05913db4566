import type { AnimalStoreClient, CallOptions, OperationName } from '../src/animal-store-client.ts';
import { type Fate, jsonResponse } from './fakes.ts';

/** A call of an operation, for what all of them have in common. */
interface CallSample {
  readonly call: (client: AnimalStoreClient, options?: CallOptions) => Promise<unknown>;
  /** Its method, its path, and its body if it has one. */
  readonly request: string;
  readonly response: () => Fate;
  /** What the call then returns. */
  readonly outcome: unknown;
}

const pet = { id: 7n, name: 'Rex', categoryId: 1n };
const rex = (status: number) => () => jsonResponse(status, '{"id":7,"name":"Rex","categoryId":1}');

const samples: Readonly<Record<OperationName, CallSample>> = {
  listPets: {
    call: ({ listPets }, options) => listPets({}, options),
    request: 'GET /v1/pets',
    response: () => jsonResponse(200, '[]'),
    outcome: { pets: [] },
  },
  addPet: {
    call: ({ addPet }, options) => addPet({ name: 'Rex', categoryId: 1 }, options),
    request: 'POST /v1/pets {"name":"Rex","categoryId":1}',
    response: rex(201),
    outcome: pet,
  },
  getPet: {
    call: ({ getPet }, options) => getPet(7n, options),
    request: 'GET /v1/pets/7',
    response: rex(200),
    outcome: pet,
  },
};

/** A sample of each operation by its name. The compiler requires all of them. */
export const calls = Object.entries(samples);
