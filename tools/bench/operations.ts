/** An animal as a client sends it. */
export interface SampleAnimal {
  readonly name: string;
  /** An int64. */
  readonly categoryId: bigint;
  readonly status?: 'available' | 'pending' | 'sold';
}

const statuses = [{ status: 'available' }, { status: 'pending' }, { status: 'sold' }, {}] as const;

/**
 * The animal with an index from 0. All servers are filled with the same animals in the same order. One category of 50 is an
 * integer that a `number` would round, so only exact servers send the same bytes.
 */
export const sampleAnimal = (index: number): SampleAnimal => ({
  name: `Animal ${index}`,
  categoryId: index % 50 === 0 ? 2n ** 63n - 1n : BigInt(1 + (index % 50)),
  ...statuses[index % statuses.length],
});

export const operationNames = ['list', 'filter', 'fetch', 'create', '401', '404'] as const;

export type OperationName = (typeof operationNames)[number];

/** One request of a load. Its path is relative to the server's address. */
export interface SampleRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
  /** Without it, the request has a valid API key. */
  readonly credential?: string;
}

/** A load: its requests follow one another on every connection, and each must return the status. */
export interface Operation {
  readonly name: OperationName;
  readonly status: number;
  readonly requests: readonly SampleRequest[];
}

/** The JSON text of an animal without id. */
const textOf = ({ name, categoryId, status }: SampleAnimal): string =>
  `{"name":${JSON.stringify(name)},"categoryId":${categoryId}${status === undefined ? '' : `,"status":"${status}"`}}`;

const get = (path: string): SampleRequest => ({ method: 'GET', path });

/** A request that adds the animal with an index. */
export const addition = (index: number): SampleRequest => ({
  method: 'POST',
  path: '/v1/pets',
  body: textOf(sampleAnimal(index)),
});

/** The most different requests of a load. */
const variety = 100;

/** The loads. Animals with the given ids exist. */
export const operationsOn = (ids: readonly number[]): readonly Operation[] => [
  { name: 'list', status: 200, requests: [get('/v1/pets')] },
  { name: 'filter', status: 200, requests: [get('/v1/pets?status=available&limit=100')] },
  { name: 'fetch', status: 200, requests: ids.slice(0, variety).map((id) => get(`/v1/pets/${id}`)) },
  { name: 'create', status: 201, requests: ids.slice(0, variety).map((_, index) => addition(index)) },
  { name: '401', status: 401, requests: [{ ...get('/v1/pets'), credential: 'wrong' }] },
  { name: '404', status: 404, requests: [get(`/v1/pets/${Number.MAX_SAFE_INTEGER}`)] },
];
