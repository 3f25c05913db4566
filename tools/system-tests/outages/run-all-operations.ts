import type { Client, Timed } from '@animal-store/testkit/http';

/** Lists, fetches and adds, all at once. */
export const runAllOperations = (client: Client, name: string): Promise<readonly Timed[]> =>
  Promise.all([client.get('/v1/pets?limit=100'), client.get('/v1/pets/1'), client.add(name, name)]);

export const statusesOf = (responses: readonly Timed[]): readonly number[] => responses.map(({ status }) => status);

export const slowestOf = (responses: readonly Timed[]): number =>
  Math.max(...responses.map(({ milliseconds }) => milliseconds));

/** The longest time, in milliseconds, of a request with a cached key, and half a second for a busy machine. */
export const boundWithKnownKey = 5_000;

/** The longest time, in milliseconds, of a request that ends with the check of its key, and as much again. */
export const boundOfKeyCheck = 2_500;
