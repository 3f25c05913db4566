import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@animal-store/testkit/eventually';
import { behindProxy, describeOnMongodb } from '@animal-store/testkit/mongodb';
import {
  type OnMongodbOptions,
  putKey,
  type RunningService,
  startOnMongodb,
  waitForEnd,
} from '@animal-store/testkit/service';
import { expect, it, type TestContext } from 'vitest';
import { clientOf } from '../checked.ts';
import { type Backend, startBalancer } from './balancer.ts';
import { idIn, storedAnimals } from './stored-animals.ts';

interface Instance {
  readonly service: RunningService;
  readonly backend: Backend;
}

const pollInterval = 100;
const delay = 500;
const grace = 5_000;

// The nightly workflow has more rounds.
const restarts = Number(process.env['RESTARTS'] ?? 6);
const requestsPerRestart = 300;
const lanes = 8;

const startBuilt = async (test: TestContext, options: OnMongodbOptions): Promise<RunningService> => {
  const service = await startOnMongodb({ ...options, form: 'built' });
  test.onTestFinished(() => service.process.kill('SIGKILL'));
  return service;
};

describeOnMongodb('The built service', (database) => {
  it('fails no request while one of two instances is restarted several times', {
    timeout: restarts * 20_000,
  }, async (test) => {
    const apiKey = await putKey(database);
    const balancer = await startBalancer(pollInterval);
    test.onTestFinished(balancer.close);
    const env = { SHUTDOWN_DELAY_MS: `${delay}`, SHUTDOWN_GRACE_MS: `${grace}` };
    const join = async (): Promise<Instance> => {
      const service = await startBuilt(test, { uri: database.uri, apiKey, env });
      const backend = balancer.add(service.origin);
      await eventually(10_000, async () => backend.isReady() || undefined);
      return { service, backend };
    };
    const client = clientOf(test, { origin: balancer.origin, apiKey });
    const acknowledged = new Map<string, readonly string[]>();
    const failures: unknown[] = [];
    let responseCount = 0;
    let isOver = false;

    const run = async (index: number, name: string): Promise<void> => {
      const { status, text } = index % 2 === 0 ? await client.get('/v1/pets') : await client.add(name);
      if (status === 201) acknowledged.set(name, [idIn(text)]);
      else if (status !== 200) throw new Error(text);
      responseCount += 1;
    };
    const runLane = async (lane: number): Promise<void> => {
      for (let index = 0; !isOver; index++) {
        await run(index, `${lane}-${index}`).catch((error: unknown) => failures.push(error));
        await pause(10);
      }
    };
    const instances = [await join(), await join()];
    const load = Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)));

    const ends: { readonly code: number | null; readonly isInTime: boolean }[] = [];
    while (ends.length < restarts) {
      const [next, other] = instances.splice(0);
      if (next === undefined || other === undefined) throw new Error('There are not two instances');
      const begin = performance.now();
      const code = await next.service.stop();
      ends.push({ code, isInTime: performance.now() - begin < delay + grace });
      next.backend.remove();
      instances.push(other, await join());
      await eventually(20_000, async () => responseCount >= ends.length * requestsPerRestart || undefined);
    }
    isOver = true;
    await load;

    expect(failures).toEqual([]);
    expect(ends).toEqual(Array(restarts).fill({ code: 0, isInTime: true }));
    expect(await storedAnimals(database)).toEqual(acknowledged);
    for (const { service } of instances) expect(await service.stop()).toBe(0);
  });

  it('ends in time if MongoDB no longer responds', { timeout: 60_000 }, async (test) => {
    const apiKey = await putKey(database);
    // Without this option some requests would get 503 before the deadline.
    const { proxy, uri } = await behindProxy(test, `${database.uri}&waitQueueTimeoutMS=20000`);
    const env = { SHUTDOWN_DELAY_MS: `${delay}`, SHUTDOWN_GRACE_MS: '500' };
    const service = await startBuilt(test, { uri, apiKey, env });
    const client = clientOf(test, service);
    expect((await client.get('/v1/pets')).status).toBe(200);
    await proxy.become({ kind: 'black hole' });
    const stuck = Promise.allSettled(Array.from({ length: 20 }, () => client.get('/v1/pets')));
    service.process.kill('SIGTERM');
    // This includes half a second to close the store. The driver alone would take three seconds more.
    expect(await waitForEnd(service.process, delay + 500 + 500 + 1_000)).toEqual({ code: 0, signal: null });
    expect((await stuck).map(({ status }) => status)).toEqual(Array(20).fill('rejected'));
  });
});
