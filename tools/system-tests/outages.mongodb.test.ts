import { startTcpProxy } from '@animal-store/domain-testkit';
import { behindProxy, describeOnMongodb } from '@animal-store/testkit/mongodb';
import { logLines, putKey, requestLines, startOnStore, untilReady } from '@animal-store/testkit/service';
import { expect, it } from 'vitest';
import { clientOf } from './checked.ts';

/** The longest time, in milliseconds, of a request with a cached key, and half a second for a busy machine. */
const boundWithKnownKey = 5_000;

/** The longest time, in milliseconds, of a request that ends with the check of its key, and as much again. */
const boundOfKeyCheck = 2_500;

describeOnMongodb('A service that cannot reach MongoDB', (database) => {
  it.concurrent.for(['refused', 'silent', 'reset in mid-reply'] as const)(
    'logs it, is alive and not ready, returns 503 in time, and goes on by itself, at its start and later: %s',
    { timeout: 60_000 },
    async (kind, test) => {
      const apiKey = await putKey(database);
      const { proxy, uri } = await behindProxy(startTcpProxy, test, database.uri);
      await proxy.become({ kind });
      const service = await startOnStore({ MONGODB_URI: uri }, apiKey);
      test.onTestFinished(() => service.process.kill('SIGKILL'));
      const client = clientOf(service);
      const names = ['at the start', 'later'].map((when) => `${kind} ${when}`.replaceAll(' ', '-'));
      const [first = '', second = ''] = names;

      /** Lists, fetches and adds, all at once. Then the network works again. */
      const meetOutage = async (name: string, bound: number): Promise<void> => {
        const sent = [client.get('/v1/pets?limit=100'), client.get('/v1/pets/1'), client.add(name, name)];
        const responses = await Promise.all(sent);
        expect(responses.map(({ status }) => status)).toEqual([503, 503, 503]);
        expect(Math.max(...responses.map(({ milliseconds }) => milliseconds))).toBeLessThan(bound);
        expect([(await client.get('/livez')).status, (await client.get('/readyz')).status]).toEqual([200, 503]);
        await proxy.become({ kind: 'none' });
        await untilReady(client);
      };
      await meetOutage(first, boundOfKeyCheck);
      // From now on the key is cached.
      expect((await client.get('/v1/pets?limit=100')).status).toBe(200);
      await proxy.become({ kind });
      await meetOutage(second, boundWithKnownKey);

      for (const name of names) {
        // A retry under the same Idempotency-Key.
        const { status, text } = await client.add(name, name);
        expect(status).toBe(201);
        const stored = await database.collection('pets').find({ name }, { readConcern: 'majority' }).toArray();
        expect(stored.map(({ _id }) => _id)).toEqual([BigInt(JSON.parse(text).id)]);
      }
      expect(await service.stop()).toBe(0);
      const away = [40, 'MongoDB is not ready: requests that need it get 503 until it is', undefined];
      const back = [30, 'MongoDB is ready again', undefined];
      const lines = logLines(service.process).filter(({ route }) => route === undefined);
      expect(lines.map(({ level, msg, store }) => [level, msg, store])).toEqual([
        [30, 'listening', 'mongodb'],
        ...[away, back, away, back],
        [30, 'stopping', undefined],
        [30, 'stopped', undefined],
      ]);
      // With a cached key a request reaches the operation, and its log line has the id of the key.
      const refused = requestLines(service).filter(({ status }) => status === 503);
      const keyId = apiKey.slice(4, 12);
      expect(refused.slice(0, 6).map(({ apiKeyId }) => apiKeyId)).toEqual([...Array(3), keyId, keyId, keyId]);
      expect(refused.every(({ reason = '' }) => reason !== '')).toBe(true);
      expect(service.process.stderr()).toBe('');
    },
  );
});
