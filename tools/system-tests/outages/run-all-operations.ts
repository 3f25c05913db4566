import type { Client, Timed } from '@animal-store/testkit/http';

/** Lists, fetches and adds, all at once. */
export const runAllOperations = (client: Client, name: string): Promise<readonly Timed[]> =>
  Promise.all([client.get('/v1/pets?limit=100'), client.get('/v1/pets/1'), client.add(name, name)]);

export const statusesOf = (responses: readonly Timed[]): readonly number[] => responses.map(({ status }) => status);

export const slowestOf = (responses: readonly Timed[]): number =>
  Math.max(...responses.map(({ milliseconds }) => milliseconds));
