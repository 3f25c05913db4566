import { startTcpProxy } from '@animal-store/domain-testkit';
import { text } from '@animal-store/testkit/http';
import { behindProxy, describeOnMongodb } from '@animal-store/testkit/mongodb';
import { issueKey, logLines, startOnStore } from '@animal-store/testkit/service';
import { expect, it, vi } from 'vitest';
import { clientOf } from './checked.ts';

describeOnMongodb('A service that cannot reach MongoDB', ({ uri: direct, collection }) => {
  it.concurrent.for(['refused', 'silent', 'reset in mid-reply'] as const)(
    'logs it, is alive and not ready, returns 503, and goes on by itself, at its start and later: %s',
    { timeout: 60_000 },
    async (kind, test) => {
      const { key } = await issueKey({ MONGODB_URI: direct });
      const { proxy, uri } = await behindProxy(startTcpProxy, test, direct);
      await proxy.become({ kind });
      const service = await startOnStore({ MONGODB_URI: uri }, key, test.onTestFinished);
      const { get, add } = clientOf(service);
      const statusOf = async (path: string): Promise<number> => (await get(path)).status;

      /** Lists, fetches and adds, all at once. Then the network works again, and a retry under the same key adds once. */
      const meetOutage = async (when: string): Promise<void> => {
        const name = `${kind} ${when}`.replaceAll(' ', '-');
        const responses = await Promise.all([get('/v1/pets?limit=100'), get('/v1/pets/1'), add(name, name)]);
        expect(responses.map(({ status }) => status)).toEqual([503, 503, 503]);
        expect([await statusOf('/livez'), await statusOf('/readyz')]).toEqual([200, 503]);
        await proxy.become({ kind: 'none' });
        await vi.waitUntil(async () => (await statusOf('/readyz')) === 200, 15_000);
        const { id } = JSON.parse(text(await add(name, name)));
        const stored = await collection('pets').find({ name }, { readConcern: 'majority' }).toArray();
        expect(stored.map(({ _id }) => _id)).toEqual([BigInt(id)]);
      };
      // Here the key is looked up, and later it is cached.
      await meetOutage('at the start');
      await proxy.become({ kind });
      await meetOutage('later');

      expect(await service.stop()).toBe(0);
      const away = [40, 'MongoDB is not ready: requests that need it get 503 until it is'];
      const back = [30, 'MongoDB is ready again'];
      const lines = logLines(service.process);
      expect(lines.filter(({ route }) => route === undefined).map(({ level, msg }) => [level, msg])).toEqual([
        [30, 'listening'],
        ...[away, back, away, back],
        [30, 'stopping'],
        [30, 'stopped'],
      ]);
      const refused = lines.filter(({ status, route }) => status === 503 && route !== '/readyz');
      expect(refused.every(({ reason = '' }) => reason !== '')).toBe(true);
      expect(service.process.stderr()).toBe('');
    },
  );
});
