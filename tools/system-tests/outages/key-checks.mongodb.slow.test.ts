import { Agent } from 'node:http';
import { type Client, sendRequest, type Timed } from '@animal-store/testkit/http';
import { describeOnMongodb, withOption } from '@animal-store/testkit/mongodb';
import { digestOf, makeApiKey, putKey, type RunningService, startOnMongodb } from '@animal-store/testkit/service';
import { expect, it, type TestContext } from 'vitest';
import { clientOf } from '../checked.ts';
import { statusesOf } from './run-all-operations.ts';

/** How long a key is cached, in milliseconds. After that it is looked up again. */
const cachedFor = 8_000;

const medianOf = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[times.length >> 1] ?? Number.NaN;

describeOnMongodb('The check of API keys', (database) => {
  const start = async (
    test: TestContext,
    ...options: readonly string[]
  ): Promise<{ readonly service: RunningService; readonly client: Client }> => {
    const uri = options.reduce(withOption, database.uri);
    const service = await startOnMongodb({ uri, apiKey: await putKey(database) });
    test.onTestFinished(async () => {
      expect(await service.stop()).toBe(0);
    });
    return { service, client: clientOf(test, service) };
  };

  /** Counts the lookups of keys, or of one key, that reach MongoDB meanwhile. */
  const lookupsDuring = async (happening: () => Promise<void>, apiKey?: string): Promise<number> => {
    const { client, name } = database;
    const server = client.db(name);
    const digest = apiKey === undefined ? {} : { 'command.filter.digest': digestOf(apiKey) };
    await server.command({ profile: 1, filter: { ns: `${name}.apiKeys`, op: 'query', ...digest } });
    await happening();
    await server.command({ profile: 0 });
    const lookups = await server.collection('system.profile').countDocuments();
    await server.collection('system.profile').drop();
    return lookups;
  };

  const maxLookupsSince = (begin: number): number => 1 + Math.floor((performance.now() - begin) / cachedFor);

  it('queries MongoDB once for hundreds of requests with one key', async (test) => {
    const { client } = await start(test);
    const begin = performance.now();
    const lookups = await lookupsDuring(async () => {
      for (let batch = 0; batch < 25; batch++) {
        const responses = await Promise.all(Array.from({ length: 10 }, () => client.get('/v1/pets/0')));
        expect(statusesOf(responses)).toEqual(Array(10).fill(404));
      }
    });
    expect(lookups).toBeGreaterThan(0);
    expect(lookups).toBeLessThanOrEqual(maxLookupsSince(begin));
  });

  it('does not query MongoDB for malformed keys', async (test) => {
    const { service } = await start(test);
    const keys = ['nonsense', makeApiKey().slice(0, -1), `${makeApiKey().slice(0, -8)}00000000`];
    const lookups = await lookupsDuring(async () => {
      for (const apiKey of keys)
        expect((await clientOf(test, { ...service, apiKey }).get('/v1/pets')).status).toBe(401);
    });
    expect(lookups).toBe(0);
  });

  it('keeps serving a known key during a flood of 2,000 unknown ones', { timeout: 90_000 }, async (test) => {
    const { service, client } = await start(test, 'appName=flooded');
    expect((await client.get('/v1/pets/0')).status).toBe(404);
    const connectionsOf = async (appName: string): Promise<number> => {
      const all = { $currentOp: { allUsers: true, idleConnections: true } };
      const found = await database.client
        .db('admin')
        .aggregate([all, { $match: { appName } }])
        .toArray();
      return found.length;
    };
    const atRest = await connectionsOf('flooded');

    const agent = new Agent({ keepAlive: true });
    test.onTestFinished(() => agent.destroy());
    const unknownTimes: number[] = [];
    const lane = async (): Promise<readonly number[]> => {
      const statuses: number[] = [];
      for (let count = 0; count < 40; count++) {
        const headers = { Authorization: `Bearer ${makeApiKey()}` };
        const begin = performance.now();
        const response = await sendRequest(service.origin, agent, { method: 'GET', target: '/v1/pets', headers });
        statuses.push(response.status);
        unknownTimes.push(performance.now() - begin);
      }
      return statuses;
    };

    let isOver = false;
    const responses: Timed[] = [];
    let connections = 0;
    const keepListing = async (): Promise<void> => {
      while (!isOver) {
        responses.push(await client.get('/v1/pets/0'));
        connections = Math.max(connections, await connectionsOf('flooded'));
      }
    };
    let refused: readonly number[] = [];
    const begin = performance.now();
    const lookups = await lookupsDuring(async () => {
      const known = keepListing();
      refused = (await Promise.all(Array.from({ length: 50 }, lane))).flat();
      isOver = true;
      await known;
    }, service.apiKey);

    expect(refused).toEqual(Array(2_000).fill(401));
    expect(new Set(statusesOf(responses))).toEqual(new Set([404]));
    expect(responses.length).toBeGreaterThan(10);
    // A known key does not wait for its turn among the unknown ones.
    expect(medianOf(responses.map(({ milliseconds }) => milliseconds))).toBeLessThan(medianOf(unknownTimes));
    // Eight concurrent lookups of keys, one query for animals, and two connections that the driver opens in advance.
    expect(connections).toBeLessThanOrEqual(atRest + 11);
    expect(lookups).toBeLessThanOrEqual(maxLookupsSince(begin));
  });
});
