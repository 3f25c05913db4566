import { type NetworkFault, startTcpProxy, type TcpProxy } from '@animal-store/domain-testkit';
import type { Client } from '@animal-store/testkit/http';
import { behindProxy, describeOnMongodb } from '@animal-store/testkit/mongodb';
import {
  addUntilAdded,
  healthOf,
  putKey,
  type RunningService,
  requestLines,
  startOnMongodb,
  untilReady,
} from '@animal-store/testkit/service';
import { describe, expect, it, type TestContext } from 'vitest';
import { clientOf } from '../checked.ts';
import { boundOfKeyCheck, boundWithKnownKey, runAllOperations, slowestOf, statusesOf } from './run-all-operations.ts';
import { idIn, storedAnimals } from './stored-animals.ts';

interface BehindProxy {
  readonly proxy: TcpProxy;
  readonly service: RunningService;
  /** The service has its key in the cache. */
  readonly known: Client;
  /** The service has never seen its key, which is registered. */
  readonly fresh: Client;
  readonly knownKey: string;
}

describeOnMongodb('When the network between the service and MongoDB fails', (database) => {
  const start = async (test: TestContext): Promise<BehindProxy> => {
    const [knownKey, freshKey] = await Promise.all([putKey(database), putKey(database)]);
    const { proxy, uri } = await behindProxy(startTcpProxy, test, database.uri);
    const service = await startOnMongodb({ uri, apiKey: knownKey });
    test.onTestFinished(() => service.process.kill('SIGKILL'));
    const known = clientOf(test, service);
    expect((await known.get('/v1/pets/0')).status).toBe(404);
    return { proxy, service, known, fresh: clientOf(test, { ...service, apiKey: freshKey }), knownKey };
  };

  /** Retries additions until each is acknowledged. Asserts that exactly one animal of each name is stored. */
  const expectEachOnce = async (client: Client, names: readonly string[]): Promise<void> => {
    const texts = await Promise.all(names.map((name) => addUntilAdded(client, name)));
    const stored = await storedAnimals(database);
    expect(names.map((name) => stored.get(name))).toEqual(texts.map((text) => [idIn(text)]));
  };

  const expectRecovery = async ({ service }: BehindProxy): Promise<void> => {
    expect(service.process.ended()).toBeUndefined();
    expect(await service.stop()).toBe(0);
    expect(service.process.stderr()).toBe('');
  };

  describe.concurrent('every request gets 503 in time, and the service recovers by itself', () => {
    const faults: readonly NetworkFault[] = [{ kind: 'refused' }, { kind: 'silent' }, { kind: 'reset in mid-reply' }];
    for (const fault of faults) {
      it(fault.kind, { timeout: 60_000 }, async (test) => {
        const behind = await start(test);
        const { proxy, service, known, fresh, knownKey } = behind;
        const names = ['before', '1', '2', '3', '4'].map((which) => `${fault.kind.replaceAll(' ', '-')}-${which}`);
        const [before = '', first = '', second = '', third = '', fourth = ''] = names;
        expect((await known.add(before)).status).toBe(201);

        await proxy.become(fault);
        const [withKnown, withFresh] = await Promise.all([
          runAllOperations(known, first),
          runAllOperations(fresh, second),
        ]);
        // In the second round the driver already knows of the outage.
        const again = (await Promise.all([runAllOperations(known, third), runAllOperations(fresh, fourth)])).flat();
        expect(await healthOf(known)).toEqual({ livez: 200, readyz: 503 });
        await proxy.become({ kind: 'none' });
        await untilReady(known);

        expect(statusesOf([...withKnown, ...withFresh, ...again])).toEqual(Array(12).fill(503));
        expect(slowestOf(withKnown)).toBeLessThan(boundWithKnownKey);
        expect(slowestOf(withFresh)).toBeLessThan(boundOfKeyCheck);
        expect(slowestOf(again)).toBeLessThan(boundWithKnownKey);

        await expectEachOnce(known, [first, third]);
        await expectEachOnce(fresh, [second, fourth]);
        expect((await storedAnimals(database)).get(before)?.length).toBe(1);
        await expectRecovery(behind);

        // With a cached key the request reaches the operation, and its log line has the id of the key.
        const refused = requestLines(service).filter(({ status }) => status === 503);
        expect(
          refused
            .slice(0, 6)
            .map(({ apiKeyId }) => apiKeyId ?? 'none')
            .toSorted(),
        ).toEqual([...Array(3).fill(knownKey.slice(4, 12)), ...Array(3).fill('none')].toSorted());
        expect(refused.every(({ reason = '' }) => reason !== '')).toBe(true);
      });
    }
  });
});
