import type { Client } from '@animal-store/testkit/http';
import { behindProxy, describeOnMongodb, type Fault } from '@animal-store/testkit/mongodb';
import {
  healthOf,
  logLines,
  putKey,
  type RunningService,
  startOnMongodb,
  untilReady,
} from '@animal-store/testkit/service';
import { describe, expect, it, type TestContext } from 'vitest';
import { clientOf } from '../checked.ts';
import { boundOfKeyCheck } from './bounds.ts';
import { runAllOperations, slowestOf, statusesOf } from './run-all-operations.ts';
import { idIn, storedAnimals } from './stored-animals.ts';

const faults: readonly Fault[] = [{ kind: 'refused' }, { kind: 'black hole' }];

describeOnMongodb('A service that starts while MongoDB is unavailable', (database) => {
  const startAway = async (test: TestContext, fault: Fault) => {
    const apiKey = await putKey(database);
    const { proxy, uri } = await behindProxy(test, database.uri);
    await proxy.become(fault);
    const service = await startOnMongodb({ uri, apiKey });
    test.onTestFinished(() => service.process.kill('SIGKILL'));
    return { proxy, service, client: clientOf(test, service) };
  };

  const messagesOf = ({ process }: RunningService): readonly unknown[] =>
    logLines(process)
      .filter(({ route }) => route === undefined)
      .map(({ level, msg, store }) => ({ level, msg, ...(store === undefined ? {} : { store }) }));

  const expectOutage = async (client: Client): Promise<void> => {
    expect(await healthOf(client)).toEqual({ livez: 200, readyz: 503 });
    const responses = await runAllOperations(client, 'away');
    expect(statusesOf(responses)).toEqual([503, 503, 503]);
    expect(slowestOf(responses)).toBeLessThan(boundOfKeyCheck);
  };

  describe.concurrent('logs it, is alive and not ready, and starts serving by itself', () => {
    for (const fault of faults) {
      it(fault.kind, { timeout: 60_000 }, async (test) => {
        const { proxy, service, client } = await startAway(test, fault);
        await expectOutage(client);

        await proxy.become({ kind: 'none' });
        await untilReady(client);
        const added = await client.add(fault.kind);
        expect(added.status).toBe(201);
        expect((await client.get('/v1/pets?limit=100')).status).toBe(200);
        expect((await storedAnimals(database)).get(fault.kind)).toEqual([idIn(added.text)]);
        expect(await service.stop()).toBe(0);
        expect(messagesOf(service)).toEqual([
          { level: 30, msg: 'listening', store: 'mongodb' },
          { level: 40, msg: 'MongoDB is not ready yet: requests that need it get 503 until it is' },
          { level: 30, msg: 'stopping' },
          { level: 30, msg: 'stopped' },
        ]);
        expect(service.process.stderr()).toBe('');
      });

      it(`${fault.kind}, and is stopped before MongoDB becomes available`, { timeout: 60_000 }, async (test) => {
        const { service } = await startAway(test, fault);
        const begin = performance.now();
        expect(await service.stop()).toBe(0);
        expect(performance.now() - begin).toBeLessThan(3_000);
      });
    }
  });
});
