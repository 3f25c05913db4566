import { eventually } from '@animal-store/testkit/eventually';
import type { Client } from '@animal-store/testkit/http';
import { BSON, describeOnMongodb } from '@animal-store/testkit/mongodb';
import { issueKey, listKeys, type RunningService, revokeKey, startOnMongodb } from '@animal-store/testkit/service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf } from './checked.ts';

/** Within how many milliseconds a revocation has to hold on every instance. */
const revocationBound = 10_000;

const keyText = /\bask_[a-z2-7]{8}_[a-z2-7]{52}_[0-9a-f]{8}\b/;

describeOnMongodb('API keys in MongoDB', (database) => {
  const { uri } = database;
  let services: readonly RunningService[] = [];
  beforeAll(async () => {
    services = await Promise.all([1, 2].map(() => startOnMongodb({ uri, apiKey: 'none yet' })));
  }, 60_000);
  afterAll(async () => {
    expect(await Promise.all(services.map((service) => service.stop()))).toEqual([0, 0]);
    // All of the log is written by now: it has lines about every key, and none of them has a key.
    const logs = services.map(({ process }) => process.stdout() + process.stderr());
    expect(logs.map((log) => [log.includes('"apiKeyId":'), keyText.test(log)])).toEqual(Array(2).fill([true, false]));
  });

  const clientsOf = (test: Parameters<typeof clientOf>[0], apiKey: string): readonly Client[] =>
    services.map((service) => clientOf(test, { ...service, apiKey }));
  const statusesWith = (clients: readonly Client[]): Promise<readonly number[]> =>
    Promise.all(clients.map(async (client) => (await client.get('/v1/pets?limit=1')).status));

  const dump = async (): Promise<string> => {
    const collections = await database.client.db(database.name).listCollections().toArray();
    const documents = await Promise.all(collections.map((each) => database.collection(each.name).find().toArray()));
    return BSON.EJSON.stringify(documents.flat());
  };

  it('a key is in the output of the command that issues it, and nowhere else', async (test) => {
    const { key, id } = await issueKey(uri);
    expect(await statusesWith(clientsOf(test, key))).toEqual([200, 200]);
    const stored = await dump();
    expect(stored).toContain(`"${id}"`);
    const everywhere = [stored, JSON.stringify(await listKeys(uri))];
    expect(everywhere.filter((text) => text.includes(key.split('_')[2] ?? '') || keyText.test(text))).toEqual([]);
  });

  it('a key that is revoked is refused within 10 s on every running instance, and no other key is', async (test) => {
    const [doomed, other] = await Promise.all([issueKey(uri), issueKey(uri)]);
    const clients = clientsOf(test, doomed.key);
    const others = clientsOf(test, other.key);
    expect(await statusesWith([...clients, ...others])).toEqual([200, 200, 200, 200]);
    const lastUsed = await eventually(
      15_000,
      async () => (await listKeys(uri)).find(({ id }) => id === doomed.id)?.lastUsed,
    );
    // The beginning of this hour, or of the one before.
    expect(Date.parse(lastUsed) % 3_600_000).toBe(0);
    expect(Date.now() - Date.parse(lastUsed)).toBeLessThan(2 * 3_600_000);

    expect(await revokeKey(uri, doomed.id)).toMatchObject({ id: doomed.id, state: 'revoked', lastUsed });
    await eventually(revocationBound, async () => {
      const [first, second, ...rest] = await statusesWith([...clients, ...others]);
      expect(rest).toEqual([200, 200]);
      return (first === 401 && second === 401) || undefined;
    });
    expect(await statusesWith(clients)).toEqual([401, 401]);
  });
});
