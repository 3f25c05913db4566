import { eventually } from '@animal-store/testkit/eventually';
import type { Client } from '@animal-store/testkit/http';
import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { addUntilAdded, putKey, type RunningService, startOnMongodb } from '@animal-store/testkit/service';
import { expect, it, type TestContext } from 'vitest';
import { clientOf } from '../checked.ts';
import { idIn, storedAnimals } from './stored-animals.ts';

interface Instance {
  readonly service: RunningService;
  readonly client: Client;
}

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

describeOnMongodb('Several instances on one MongoDB', (database) => {
  const start = async (test: TestContext, count: number): Promise<readonly Instance[]> => {
    const apiKey = await putKey(database);
    return Promise.all(
      range(count).map(async () => {
        const service = await startOnMongodb({ uri: database.uri, apiKey });
        test.onTestFinished(() => service.process.kill('SIGKILL'));
        return { service, client: clientOf(test, service) };
      }),
    );
  };

  it('add one animal for 100 concurrent requests with one Idempotency-Key', { timeout: 60_000 }, async (test) => {
    const instances = await start(test, 2);
    const responses = await Promise.all(
      range(50).flatMap(() => instances.map(({ client }) => client.add('shared', 'one-key'))),
    );
    const [id, ...more] = (await storedAnimals(database)).get('shared') ?? [];
    expect(more).toEqual([]);
    const text = `{"id":${id},"name":"shared","categoryId":1}`;
    expect(responses.map(({ status, text }) => ({ status, text }))).toEqual(Array(100).fill({ status: 201, text }));
  });

  it('add one animal for each of 1,200 keys while both are killed repeatedly', {
    timeout: 120_000,
  }, async (test) => {
    const apiKey = await putKey(database);
    const startOne = async (): Promise<Instance> => {
      const service = await startOnMongodb({ uri: database.uri, apiKey });
      test.onTestFinished(() => service.process.kill('SIGKILL'));
      return { service, client: clientOf(test, service) };
    };
    const instances = await Promise.all([startOne(), startOne()]);
    const names = range(1_200).map((index) => `killed-${index}`);
    const acknowledged = new Map<string, string>();
    const lost = new Set<string>();
    const waiting = names.values();

    /** Sends each name once, to one slot of the two, whichever instance currently runs there. */
    const lane = async (place: number): Promise<void> => {
      for (const name of waiting) {
        try {
          const { status, text } = (await instances[place]?.client.add(name, name)) ?? {};
          if (status === 201 && text !== undefined) acknowledged.set(name, text);
          else lost.add(name);
        } catch {
          lost.add(name); // The connection was lost with the process.
          await eventually(20_000, async () => instances[place]?.service.process.ended() === undefined || undefined);
        }
      }
    };
    let isOver = false;
    const killing = (async () => {
      for (let kills = 0; kills < 4 && !isOver; kills++) {
        const enough = acknowledged.size + 150;
        await eventually(20_000, async () => acknowledged.size >= enough || isOver || undefined);
        const place = kills % 2;
        instances[place]?.service.process.kill('SIGKILL');
        instances[place] = await startOne();
      }
    })();
    await Promise.all(range(40).map((index) => lane(index % 2)));
    isOver = true;
    await killing;
    expect(lost.size).toBeGreaterThan(0);

    const [{ client: first }] = instances;
    const retry = async (place: number): Promise<readonly string[]> => {
      const texts: string[] = [];
      const mine = names.filter((_, index) => index % 40 === place);
      for (const name of mine) texts.push(await addUntilAdded(instances[texts.length % 2]?.client ?? first, name));
      return texts;
    };
    const texts = (await Promise.all(range(40).map(retry))).flat();
    const byName = new Map(texts.map((text) => [JSON.parse(text).name as string, text]));
    // A response that arrived before a process was killed equals the response to every retry.
    expect([...acknowledged].filter(([name, text]) => byName.get(name) !== text)).toEqual([]);
    const stored = [...(await storedAnimals(database))].filter(([name]) => name.startsWith('killed-'));
    expect(new Map(stored)).toEqual(new Map([...byName].map(([name, text]) => [name, [idIn(text)]])));
    expect(await database.collection('creations').countDocuments({ pending: { $exists: true } })).toBe(0);
    expect(await Promise.all(instances.map(({ service }) => service.stop()))).toEqual([0, 0]);
  });

  it('give every animal its own id', { timeout: 60_000 }, async (test) => {
    const instances = await start(test, 4);
    const lanes = instances.flatMap((instance, of) => range(25).map((lane) => ({ instance, of, lane })));
    const perLane = await Promise.all(
      lanes.map(async ({ instance: { client }, of, lane }) => {
        const texts: string[] = [];
        for (const index of range(10)) texts.push(await addUntilAdded(client, `own-${of}-${lane}-${index}`));
        return texts;
      }),
    );
    const texts = perLane.flat();
    expect(new Set(texts.map(idIn)).size).toBe(1_000);
    const stored = await storedAnimals(database);
    expect([...stored].filter(([name]) => name.startsWith('own-')).map(([, ids]) => ids.length)).toEqual(
      Array(1_000).fill(1),
    );
  });
});
