import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@animal-store/testkit/eventually';
import type { Client } from '@animal-store/testkit/http';
import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { putKey, type RunningService, startOnMongodb } from '@animal-store/testkit/service';
import { expect, it } from 'vitest';
import { clientOf } from './checked.ts';

interface Instance {
  readonly service: RunningService;
  readonly client: Client;
  /** Whether its last readiness probe succeeded. */
  isReady: boolean;
}

const pollInterval = 100;
const delay = 500;
const grace = 5_000;

// The nightly workflow has more rounds.
const restarts = Number(process.env['RESTARTS'] ?? 6);
const requestsPerRestart = 300;
const lanes = 8;

describeOnMongodb('The built service', (database) => {
  it('fails no request while one of two instances is restarted several times', {
    timeout: restarts * 20_000,
  }, async (test) => {
    const apiKey = await putKey(database);
    const env = { SHUTDOWN_DELAY_MS: `${delay}`, SHUTDOWN_GRACE_MS: `${grace}` };
    const join = async (): Promise<Instance> => {
      const service = await startOnMongodb({ uri: database.uri, apiKey, env, form: 'built' });
      test.onTestFinished(() => service.process.kill('SIGKILL'));
      const instance = { service, client: clientOf(test, service), isReady: false };
      const poll = async (): Promise<void> => {
        while (service.process.ended() === undefined) {
          instance.isReady = await fetch(`${service.origin}/readyz`).then(
            ({ status }) => status === 200,
            () => false,
          );
          await pause(pollInterval);
        }
      };
      void poll();
      await eventually(10_000, async () => instance.isReady || undefined);
      return instance;
    };
    const instances: Instance[] = [];
    /** Like a simple balancer: uses readiness, keeps connections open and never retries. */
    const clientFor = (turn: number): Client => {
      const ready = instances.filter(({ isReady }) => isReady);
      const instance = ready[turn % ready.length];
      if (instance === undefined) throw new Error('No instance is ready');
      return instance.client;
    };
    const acknowledged: string[] = [];
    const failures: unknown[] = [];
    let responseCount = 0;
    let isOver = false;

    const run = async (index: number, name: string): Promise<void> => {
      const client = clientFor(index);
      const { status, text } = await (index % 4 < 2 ? client.get('/v1/pets') : client.add(name));
      if (status === 201) acknowledged.push(name);
      else if (status !== 200) throw new Error(text);
      responseCount += 1;
    };
    const runLane = async (lane: number): Promise<void> => {
      for (let index = 0; !isOver; index++) {
        await run(index, `${lane}-${index}`).catch((error: unknown) => failures.push(error));
        await pause(10);
      }
    };
    instances.push(await join(), await join());
    test.onTestFinished(() => {
      isOver = true;
    });
    const load = Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)));

    for (let restarted = 1; restarted <= restarts; restarted++) {
      const begin = performance.now();
      expect(await instances[0]?.service.stop()).toBe(0);
      expect(performance.now() - begin).toBeLessThan(delay + grace);
      instances.shift();
      instances.push(await join());
      await eventually(20_000, async () => responseCount >= restarted * requestsPerRestart || undefined);
    }
    isOver = true;
    await load;

    expect(failures).toEqual([]);
    const stored = await database.collection('pets').find({}, { readConcern: 'majority' }).toArray();
    expect(stored.map(({ name }) => String(name)).toSorted()).toEqual(acknowledged.toSorted());
    for (const { service } of instances) expect(await service.stop()).toBe(0);
  });
});
