import { sampleAnimal } from './sample-animal.ts';

export const operationNames = ['list', 'filter', 'fetch', 'create'] as const;

/** What is measured: a list of 20 animals, the same with a status filter, one animal by id, a new animal. */
export type OperationName = (typeof operationNames)[number];

/** One request of a load; paths are below the server's address. */
export interface SampleRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

/** A load: its requests follow one another on every connection, and each must be answered with the status. */
export interface Operation {
  readonly name: OperationName;
  readonly status: 200 | 201;
  readonly requests: readonly SampleRequest[];
}

const get = (path: string): SampleRequest => ({ method: 'GET', path });

/** A request that adds the animal with an index. */
export const addition = (index: number): SampleRequest => ({
  method: 'POST',
  path: '/v1/pets',
  body: JSON.stringify(sampleAnimal(index)),
});

/** The loads, on animals with these ids. */
export const operationsOn = (ids: readonly number[]): Readonly<Record<OperationName, Operation>> => ({
  list: { name: 'list', status: 200, requests: [get('/v1/pets')] },
  filter: { name: 'filter', status: 200, requests: [get('/v1/pets?status=available')] },
  fetch: { name: 'fetch', status: 200, requests: ids.map((id) => get(`/v1/pets/${id}`)) },
  create: { name: 'create', status: 201, requests: ids.map((_, index) => addition(index)) },
});
