import { eventually } from '@animal-store/testkit/eventually';
import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { issueKey, runKeys, startOnStore } from '@animal-store/testkit/service';
import { expect, it } from 'vitest';
import { clientOf } from './checked.ts';

/** Within how many milliseconds a revocation has to hold on every instance. */
const revocationBound = 10_000;

describeOnMongodb('API keys in MongoDB', ({ uri }) => {
  const store = { MONGODB_URI: uri };

  it('a key that is revoked is refused within 10 s on every running instance, and no other key is', {
    timeout: 60_000,
  }, async (test) => {
    const services = await Promise.all([1, 2].map(() => startOnStore(store, 'none yet')));
    test.onTestFinished(() => {
      for (const { process } of services) process.kill('SIGKILL');
    });
    const statusesWith = (...apiKeys: readonly string[]): Promise<readonly number[]> => {
      const clients = apiKeys.flatMap((apiKey) => services.map((service) => clientOf({ ...service, apiKey })));
      return Promise.all(clients.map(async (client) => (await client.get('/v1/pets?limit=1')).status));
    };
    const [doomed, other] = await Promise.all([issueKey(store), issueKey(store)]);
    expect(await statusesWith(doomed.key, other.key)).toEqual([200, 200, 200, 200]);
    const lastUsed = await eventually(15_000, async () => {
      const keys = await runKeys<readonly { readonly id: string; readonly lastUsed?: string }[]>(store, 'list');
      return keys.find(({ id }) => id === doomed.id)?.lastUsed;
    });
    // The beginning of this hour, or of the one before.
    expect(Date.parse(lastUsed) % 3_600_000).toBe(0);
    expect(Date.now() - Date.parse(lastUsed)).toBeLessThan(2 * 3_600_000);

    expect(await runKeys(store, 'revoke', doomed.id)).toMatchObject({ id: doomed.id, state: 'revoked', lastUsed });
    await eventually(revocationBound, async () => {
      const [first, second, ...rest] = await statusesWith(doomed.key, other.key);
      expect(rest).toEqual([200, 200]);
      return (first === 401 && second === 401) || undefined;
    });
    expect(await statusesWith(doomed.key)).toEqual([401, 401]);
  });
});
