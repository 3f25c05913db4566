import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@animal-store/testkit/eventually';
import type { Client } from '@animal-store/testkit/http';
import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { type OnMongodbOptions, putKey, type RunningService, startOnMongodb } from '@animal-store/testkit/service';
import { expect, it, type TestContext } from 'vitest';
import { clientOf } from '../checked.ts';
import { idIn, storedAnimals } from './stored-animals.ts';

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
    const env = { SHUTDOWN_DELAY_MS: `${delay}`, SHUTDOWN_GRACE_MS: `${grace}` };
    const join = async (): Promise<Instance> => {
      const service = await startBuilt(test, { uri: database.uri, apiKey, env });
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
    const acknowledged = new Map<string, readonly string[]>();
    const failures: unknown[] = [];
    let responseCount = 0;
    let isOver = false;

    const run = async (index: number, name: string): Promise<void> => {
      const { status, text } =
        index % 4 < 2 ? await clientFor(index).get('/v1/pets') : await clientFor(index).add(name);
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
    instances.push(await join(), await join());
    const load = Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)));

    const ends: { readonly code: number | null; readonly isInTime: boolean }[] = [];
    while (ends.length < restarts) {
      const [next] = instances;
      const begin = performance.now();
      const code = (await next?.service.stop()) ?? null;
      ends.push({ code, isInTime: performance.now() - begin < delay + grace });
      instances.shift();
      instances.push(await join());
      await eventually(20_000, async () => responseCount >= ends.length * requestsPerRestart || undefined);
    }
    isOver = true;
    await load;

    expect(failures).toEqual([]);
    expect(ends).toEqual(Array(restarts).fill({ code: 0, isInTime: true }));
    expect(await storedAnimals(database)).toEqual(acknowledged);
    for (const { service } of instances) expect(await service.stop()).toBe(0);
  });
});
