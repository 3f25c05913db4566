import { type NetworkFault, startTcpProxy } from '@animal-store/domain-testkit';
import { behindProxy, describeOnMongodb } from '@animal-store/testkit/mongodb';
import { healthOf, logLines, putKey, startOnMongodb, untilReady } from '@animal-store/testkit/service';
import { expect, it } from 'vitest';
import { clientOf } from '../checked.ts';
import { boundOfKeyCheck, runAllOperations, slowestOf, statusesOf } from './run-all-operations.ts';
import { idIn, storedAnimals } from './stored-animals.ts';

describeOnMongodb('A service that starts while MongoDB is unavailable', (database) => {
  it.concurrent.for<NetworkFault>([{ kind: 'refused' }, { kind: 'silent' }])(
    'logs it, is alive and not ready, and starts serving by itself: $kind',
    { timeout: 60_000 },
    async (fault, test) => {
      const apiKey = await putKey(database);
      const { proxy, uri } = await behindProxy(startTcpProxy, test, database.uri);
      await proxy.become(fault);
      const service = await startOnMongodb({ uri, apiKey });
      test.onTestFinished(() => service.process.kill('SIGKILL'));
      const client = clientOf(test, service);
      expect(await healthOf(client)).toEqual({ livez: 200, readyz: 503 });
      const responses = await runAllOperations(client, 'away');
      expect(statusesOf(responses)).toEqual([503, 503, 503]);
      expect(slowestOf(responses)).toBeLessThan(boundOfKeyCheck);

      await proxy.become({ kind: 'none' });
      await untilReady(client);
      const added = await client.add(fault.kind);
      expect(added.status).toBe(201);
      expect((await client.get('/v1/pets?limit=100')).status).toBe(200);
      expect((await storedAnimals(database)).get(fault.kind)).toEqual([idIn(added.text)]);
      expect(await service.stop()).toBe(0);
      const lines = logLines(service.process).filter(({ route }) => route === undefined);
      expect(lines.map(({ level, msg, store }) => [level, msg, store])).toEqual([
        [30, 'listening', 'mongodb'],
        [40, 'MongoDB is not ready: requests that need it get 503 until it is', undefined],
        [30, 'MongoDB is ready again', undefined],
        [30, 'stopping', undefined],
        [30, 'stopped', undefined],
      ]);
      expect(service.process.stderr()).toBe('');
    },
  );
});
